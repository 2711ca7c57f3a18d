import { retryAfterMs } from './retry.ts';

/** Details of an error other than its message. */
export interface ErrorDetails {
  readonly headers?: Headers | undefined;
  readonly cause?: unknown;
  readonly outcomeUnknown?: boolean | undefined;
}

const unknownOutcome = 'The outcome is unknown: it may have been done.';

/** The kinds of errors of this package, one for each class. */
export type ErrorKind =
  'problem' | 'connection' | 'timeout' | 'aborted' | 'unexpected_response' | 'invalid_argument' | 'webhook_verification';

/** The members of every error of this package; `error instanceof ServiceError` catches all of them. */
export abstract class ServiceError extends Error {
  override readonly name: string = 'ServiceError';
  /** The class of the error, for a `switch`. */
  abstract readonly kind: ErrorKind;
  /** The headers of the response. Absent if there was no response. */
  readonly headers: Headers | undefined;
  /** The `x-request-id` of the response; quote it to the service's operator. Absent if there was no response. */
  readonly requestId: string | undefined;
  /** The wait that the response's `Retry-After` requests from its arrival, in milliseconds. Absent without that header. */
  readonly retryAfterMs: number | undefined;
  /** True for a change that may have taken effect although its response failed or was lost: check before you repeat it. */
  readonly outcomeUnknown: boolean;

  constructor(message: string, { headers, cause, outcomeUnknown = false }: ErrorDetails = {}) {
    super(outcomeUnknown ? `${message}. ${unknownOutcome}` : message, cause === undefined ? undefined : { cause });
    this.headers = headers;
    this.requestId = headers?.get('x-request-id') ?? undefined;
    this.retryAfterMs = retryAfterMs(headers?.get('retry-after') ?? null, Date.now()) ?? undefined;
    this.outcomeUnknown = outcomeUnknown;
  }
}

/** An argument that is refused before anything is sent, because the service would misread or refuse it. */
export class InvalidArgumentError extends ServiceError {
  override readonly name = 'InvalidArgumentError';
  override readonly kind = 'invalid_argument';
  /** The argument's name, such as `creator_ids`. */
  readonly argument: string;

  constructor(argument: string, message: string) {
    super(`${argument}: ${message}`);
    this.argument = argument;
  }
}

/** No response: the name cannot be resolved, the connection was refused or broke. `cause` has the reason. */
export class ConnectionError extends ServiceError {
  override readonly name = 'ConnectionError';
  override readonly kind = 'connection';
}

/** No complete response in time, in any of the attempts. */
export class TimeoutError extends ServiceError {
  override readonly name = 'TimeoutError';
  override readonly kind = 'timeout';
  /** The time for each attempt, in milliseconds. */
  readonly timeoutMs: number;

  constructor(message: string, timeoutMs: number, details: ErrorDetails = {}) {
    super(message, details);
    this.timeoutMs = timeoutMs;
  }
}

/** A response that is not from the service: a proxy's page, a redirect, a success that is not JSON. Check the base URL. */
export class UnexpectedResponseError extends ServiceError {
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
export class AbortError extends ServiceError {
  override readonly name = 'AbortError';
  override readonly kind = 'aborted';

  constructor(what: string, { reason }: AbortSignal, outcomeUnknown = false) {
    const { message } = Object(reason) as { message?: unknown };
    super(`${what}: aborted (${typeof message === 'string' && message !== '' ? message : String(reason)})`, {
      cause: reason,
      outcomeUnknown,
    });
  }
}
