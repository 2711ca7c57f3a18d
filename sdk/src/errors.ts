import { retryAfterMs } from './retry.ts';

/** What is known of an error beside its message. */
export interface ErrorDetails {
  readonly headers?: Headers | undefined;
  readonly cause?: unknown;
  readonly outcomeUnknown?: boolean | undefined;
}

const unknownOutcome = 'The outcome is unknown: it may have been done.';

/** The kinds of errors of this package, one for each class. */
export type ErrorKind =
  'problem' | 'connection' | 'timeout' | 'aborted' | 'unexpected_response' | 'invalid_argument' | 'webhook_verification';

/** What every error of this package has; `error instanceof ServiceError` catches all of them. */
export abstract class ServiceError extends Error {
  override readonly name: string = 'ServiceError';
  /** Which class of error it is, for a `switch`. */
  abstract readonly kind: ErrorKind;
  /** The headers of the answer. Absent when there was no answer. */
  readonly headers: Headers | undefined;
  /** The `x-request-id` of the answer, to be told to the service's operator. Absent when there was no answer. */
  readonly requestId: string | undefined;
  /** How long the answer's `Retry-After` asks to wait from its arrival, in milliseconds. Absent when it asks for nothing. */
  readonly retryAfterMs: number | undefined;
  /** True for a change that may have been done although its answer says otherwise, or was lost: look before you repeat it. */
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

/** No answer came: the name cannot be resolved, the connection was refused or broke. `cause` tells more. */
export class ConnectionError extends ServiceError {
  override readonly name = 'ConnectionError';
  override readonly kind = 'connection';
}

/** No complete answer came in time, in any of the attempts. */
export class TimeoutError extends ServiceError {
  override readonly name = 'TimeoutError';
  override readonly kind = 'timeout';
  /** The time that each attempt had, in milliseconds. */
  readonly timeoutMs: number;

  constructor(message: string, timeoutMs: number, details: ErrorDetails = {}) {
    super(message, details);
    this.timeoutMs = timeoutMs;
  }
}

/** An answer that is not the service's: a proxy's page, a redirect, a success that is not JSON. Check the base URL. */
export class UnexpectedResponseError extends ServiceError {
  override readonly name = 'UnexpectedResponseError';
  override readonly kind = 'unexpected_response';
  /** HTTP status of the answer. */
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
