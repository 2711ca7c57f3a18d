/** What every error of this package has; `error instanceof ServiceError` catches all of them. */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError';
  /** The `x-request-id` of the answer, to be told to the service's operator. Absent when there was no answer. */
  readonly requestId: string | undefined;

  constructor(message: string, details: { requestId?: string | undefined; cause?: unknown } = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.requestId = details.requestId;
  }
}

/** An argument that is refused before anything is sent, because the service would misread or refuse it. */
export class InvalidArgumentError extends ServiceError {
  override readonly name = 'InvalidArgumentError';
  /** The argument's name, such as `creator_ids`. */
  readonly argument: string;

  constructor(argument: string, message: string) {
    super(`${argument}: ${message}`);
    this.argument = argument;
  }
}

/** No answer came: the name cannot be resolved, the connection was refused or broke. `cause` tells more. */
export class ConnectionError extends ServiceError {
  override readonly name = 'ConnectionError';
}

/** No complete answer came in time, in any of the attempts. */
export class TimeoutError extends ServiceError {
  override readonly name = 'TimeoutError';
  /** The time that each attempt had, in milliseconds. */
  readonly timeoutMs: number;

  constructor(message: string, timeoutMs: number) {
    super(message);
    this.timeoutMs = timeoutMs;
  }
}

/** An answer that is not the service's: a proxy's page, a redirect, a success that is not JSON. Check the base URL. */
export class UnexpectedResponseError extends ServiceError {
  override readonly name = 'UnexpectedResponseError';
  /** HTTP status of the answer. */
  readonly status: number;

  constructor(message: string, status: number, requestId: string | undefined) {
    super(message, { requestId });
    this.status = status;
  }
}
