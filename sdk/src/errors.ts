import { retryAfterMs } from './retry.ts';
import { recognizeEveryCopy, ServiceError, type CallFacts, type ErrorKind } from './service-error.ts';

/** Details of an error other than its message. */
export interface ErrorDetails {
  readonly headers?: Headers | undefined;
  readonly cause?: unknown;
  readonly outcomeUnknown?: boolean | undefined;
  readonly idempotencyKey?: string | undefined;
}

const unknownOutcome = 'The outcome is unknown: it may have been done.';

export { ServiceError, type ErrorKind };

/** An error of a call that was sent, or was about to be sent. */
export abstract class CallError extends ServiceError {
  constructor(message: string, { headers, cause, outcomeUnknown = false, idempotencyKey }: ErrorDetails = {}) {
    super(outcomeUnknown ? `${message}. ${unknownOutcome}` : message, {
      cause,
      headers,
      requestId: headers?.get('x-request-id') ?? undefined,
      retryAfterMs: retryAfterMs(headers?.get('retry-after') ?? null, Date.now()) ?? undefined,
      outcomeUnknown,
      idempotencyKey,
    });
  }
}

/** An argument that is refused before anything is sent, because the service would misread or refuse it. */
export class InvalidArgumentError extends ServiceError {
  static {
    recognizeEveryCopy(this, 'InvalidArgumentError');
  }

  override readonly name = 'InvalidArgumentError';
  override readonly kind = 'invalid_argument';
  /** The argument's name, such as `creator_ids`. */
  readonly argument: string;

  constructor(argument: string, message: string, facts?: CallFacts) {
    super(`${argument}: ${message}`, facts);
    this.argument = argument;
  }
}

/** No response: the name cannot be resolved, the connection was refused or broke. `cause` has the reason. */
export class ConnectionError extends CallError {
  static {
    recognizeEveryCopy(this, 'ConnectionError');
  }

  override readonly name = 'ConnectionError';
  override readonly kind = 'connection';
}

/** No complete response in time, in any of the attempts. */
export class TimeoutError extends CallError {
  static {
    recognizeEveryCopy(this, 'TimeoutError');
  }

  override readonly name = 'TimeoutError';
  override readonly kind = 'timeout';
  /** The time for each attempt, in milliseconds. */
  readonly timeoutMs: number;

  constructor(message: string, timeoutMs: number, details: ErrorDetails = {}) {
    super(message, details);
    this.timeoutMs = timeoutMs;
  }
}

/** A response that is not from the service: a proxy's page, a redirect, or a success that is not JSON. Check the base URL. */
export class UnexpectedResponseError extends CallError {
  static {
    recognizeEveryCopy(this, 'UnexpectedResponseError');
  }

  override readonly name = 'UnexpectedResponseError';
  override readonly kind = 'unexpected_response';
  /** HTTP status of the response. */
  readonly status: number;

  constructor(message: string, status: number, details: ErrorDetails) {
    super(message, details);
    this.status = status;
  }
}

/** The call's `signal` ended it. `cause` is the signal's reason. */
export class AbortError extends CallError {
  static {
    recognizeEveryCopy(this, 'AbortError');
  }

  override readonly name = 'AbortError';
  override readonly kind = 'aborted';

  constructor(what: string, { reason }: AbortSignal, details: ErrorDetails = {}) {
    const { message } = Object(reason) as { message?: unknown };
    super(`${what}: aborted (${typeof message === 'string' && message !== '' ? message : String(reason)})`, {
      ...details,
      cause: reason,
    });
  }
}
