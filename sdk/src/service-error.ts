/** The kinds of errors of this package, one for each class. */
export type ErrorKind =
  'problem' | 'connection' | 'timeout' | 'aborted' | 'unexpected_response' | 'invalid_argument' | 'webhook_verification';

/** The facts of a failed call. */
export type CallFacts = Partial<
  Pick<ServiceError, 'cause' | 'headers' | 'requestId' | 'retryAfterMs' | 'outcomeUnknown' | 'idempotencyKey'>
>;

/**
 * Makes `instanceof` recognize the errors of every copy of this package: its ES modules, its CommonJS modules and other installed versions have
 * classes of their own. A subclass outside this package recognizes only its own instances.
 */
export function recognizeEveryCopy(errorClass: { readonly prototype: ServiceError }, name: string): void {
  const brand = Symbol.for(`@agency-service/sdk ${name}`);
  Object.defineProperty(errorClass.prototype, brand, { value: true });
  Object.defineProperty(errorClass, Symbol.hasInstance, {
    value(this: unknown, error: unknown): boolean {
      return this === errorClass ? brand in Object(error) : Function.prototype[Symbol.hasInstance].call(this as () => void, error);
    },
  });
}

/** The members of every error of this package; `error instanceof ServiceError` catches all of them. */
export abstract class ServiceError extends Error {
  static {
    recognizeEveryCopy(this, 'ServiceError');
  }

  /** The name of the class. */
  override readonly name: string = 'ServiceError';
  /** The class of the error, for a `switch`. */
  abstract readonly kind: ErrorKind;
  /** The headers of the response. Absent if there was no response. */
  readonly headers: Headers | undefined;
  /** The `x-request-id` of the response; quote it to the service's operator. Absent if there was no response. */
  readonly requestId: string | undefined;
  /** The wait that the response's `Retry-After` requests from its arrival, in milliseconds. Absent without that header. */
  readonly retryAfterMs: number | undefined;
  /** True for a change that may have taken effect although its response failed or was lost. Repeat a call that has an `idempotencyKey`, and check others. */
  readonly outcomeUnknown: boolean = false;
  /** The key that the POST was sent with: the same call with it, within 24 hours, takes effect once. Absent for other methods. */
  readonly idempotencyKey: string | undefined;

  /**
   * Of an error during the iteration of a list: the cursor of the page that was being read. Pass it to the same method to continue there; items of that
   * page may come again. Absent for the first page, and for other calls.
   */
  declare readonly cursor?: string;

  constructor(message: string, { cause, ...facts }: CallFacts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, facts);
  }
}
