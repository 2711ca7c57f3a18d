import { AbortError, ConnectionError, TimeoutError, type ErrorDetails } from './errors.ts';
import type { Observer } from './observer.ts';
import { onAbort } from './on-abort.ts';
import type { EndOfAttempt } from './pacing.ts';
import { mayHaveTakenEffect, retryDelayMs, type RetryRule } from './retry.ts';
import { wait } from './wait.ts';

/** The part of the platform's `fetch` that this package uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The settings of one call. */
export interface SendingPolicy {
  readonly rule: RetryRule;
  /** True if the request changes anything, so that its outcome may be unknown. */
  readonly changes: boolean;
  /** The timeout of each attempt, including the body, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly signal: AbortSignal | undefined;
  readonly observer: Observer;
  /** Waits until the next attempt may be sent. */
  readonly pace: ((signal: AbortSignal | undefined, observer: Observer) => Promise<EndOfAttempt>) | undefined;
  /** True for a stream: its body is not read, and the timeout ends when it begins. */
  readonly streams: boolean;
  /** The service executes requests with the same key once. */
  readonly idempotencyKey?: string | undefined;
}

/** A request as `fetch` takes it. */
export interface SendableRequest {
  readonly method: string;
  readonly url: string;
  /** The headers of the next attempt. */
  readonly headersOf: () => Promise<Headers>;
  readonly body: string | undefined;
}

/** The last response. `mayBeRepetition` is true if an earlier attempt may have taken effect. */
export interface SentRequest {
  readonly response: Response;
  readonly mayBeRepetition: boolean;
}

/** No complete response. `unsent`: no connection was made, so the service did not receive the request. */
interface NoResponse {
  readonly message: string;
  readonly cause?: unknown;
  readonly isTimeout: boolean;
  readonly unsent: boolean;
}

/** The longest time of a timer. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Sends a request, and retries it by the policy. An attempt includes the body, so that a response that breaks off is a failed attempt.
 * Redirects are not followed: they would turn a POST into a GET, and send the key to another host.
 */
export async function sendRepeatedly(
  send: Fetch,
  policy: SendingPolicy,
  { url, headersOf, ...request }: SendableRequest,
): Promise<SentRequest> {
  const what = `${request.method} ${url}`;
  const { signal, idempotencyKey, observer, changes } = policy;
  let mayBeRepetition = false;
  const throwIfAborted = (mayBeSent: boolean): void => {
    if (signal?.aborted) throw new AbortError(what, signal, { outcomeUnknown: changes && mayBeSent, idempotencyKey });
  };
  for (let retriesMade = 0; ; retriesMade += 1) {
    throwIfAborted(mayBeRepetition);
    const ended = await policy.pace?.(signal, observer);
    let outcome: Response | NoResponse | undefined;
    let startedAt: number;
    try {
      throwIfAborted(mayBeRepetition);
      const headers = await headersOf().catch((error: Error) => {
        throw Object.assign(error, { outcomeUnknown: changes && mayBeRepetition, idempotencyKey });
      });
      throwIfAborted(mayBeRepetition);
      observer.request(retriesMade + 1);
      startedAt = performance.now();
      if (retriesMade > 0) headers.set('x-retry-count', String(retriesMade));
      outcome = await attempt(send, url, { ...request, headers, redirect: 'manual' }, policy);
    } finally {
      if (outcome instanceof Response) ended?.(outcome.status, outcome.headers);
      else ended?.(null, undefined);
    }
    const headers = outcome instanceof Response ? outcome.headers : undefined;
    observer.response({
      attempt: retriesMade + 1,
      status: outcome instanceof Response ? outcome.status : null,
      headers,
      requestId: headers?.get('x-request-id') ?? undefined,
      durationMs: performance.now() - startedAt,
    });
    if (!(outcome instanceof Response)) throwIfAborted(mayBeRepetition || !outcome.unsent);
    const failed = { ...failureFacts(outcome), retriesMade };
    const delayMs = retryDelayMs(failed, policy.rule, policy.maxRetries);
    if (delayMs === null) {
      if (failed.status === null || failed.status >= 500) observer.failed(failed.status);
      if (outcome instanceof Response) return { response: outcome, mayBeRepetition };
      const outcomeUnknown = changes && (mayBeRepetition || mayHaveTakenEffect(failed));
      throw errorOf(outcome, policy.timeoutMs, retriesMade + 1, { outcomeUnknown, idempotencyKey });
    }
    mayBeRepetition ||= mayHaveTakenEffect(failed);
    observer.retry({ status: failed.status, delayMs, retriesMade });
    await wait(delayMs, signal);
  }
}

/** Makes one attempt, and returns the complete response or the failure. */
async function attempt(
  send: Fetch,
  url: string,
  init: RequestInit,
  { timeoutMs, signal, streams }: SendingPolicy,
): Promise<Response | NoResponse> {
  const controller = new AbortController();
  let timedOut = false;
  let isStreaming = false;
  const end = (): void => {
    timedOut = true;
    controller.abort();
  };
  const timer = timeoutMs > maxTimerMs ? undefined : setTimeout(end, timeoutMs);
  const release = onAbort(signal, () => controller.abort());
  try {
    const response = await send(url, { ...init, signal: controller.signal });
    isStreaming = streams && response.ok && response.body !== null;
    if (!isStreaming) return await readWhole(response);
    return copyOf(withEndCallback(response.body!, release), response);
  } catch (error) {
    const what = `${init.method} ${url}`;
    if (timedOut) return { message: `${what}: no answer within ${timeoutMs} ms`, isTimeout: true, unsent: false };
    return { message: `${what}: ${describe(error)}`, cause: error, isTimeout: false, unsent: isUnsent(error) };
  } finally {
    clearTimeout(timer);
    if (!isStreaming) release();
  }
}

/** A stream that calls a function when it ends, breaks off or is cancelled. */
function withEndCallback(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          onEnd();
          controller.close();
        } catch (error) {
          onEnd();
          controller.error(error);
        }
      },
      async cancel(reason) {
        onEnd();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** A copy with the global `Response` class, which another `fetch`, such as undici's, does not use. */
function copyOf(body: ConstructorParameters<typeof Response>[0], { status, headers }: Response): Response {
  return new Response(body, { status, headers });
}

/** Statuses 204, 205 and 304 may not carry a body, and a redirect that is not followed has the status 0 in browsers. */
async function readWhole(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer();
  if (response.status < 200) return response;
  return copyOf(bytes.byteLength === 0 ? null : bytes, response);
}

function failureFacts(outcome: Response | NoResponse): { status: number | null; retryAfter: string | null; unsent: boolean } {
  if (!(outcome instanceof Response)) return { status: null, retryAfter: null, unsent: outcome.unsent };
  return { status: outcome.status, retryAfter: outcome.headers.get('retry-after'), unsent: false };
}

function errorOf(
  { message, cause, isTimeout }: NoResponse,
  timeoutMs: number,
  attempts: number,
  details: ErrorDetails,
): ConnectionError | TimeoutError {
  const counted = attempts > 1 ? `${message} (${attempts} attempts)` : message;
  return isTimeout ? new TimeoutError(counted, timeoutMs, details) : new ConnectionError(counted, { ...details, cause });
}

/** The reason of a failed `fetch`, which is often in its cause. */
function describe(error: unknown): string {
  const { message, cause } = Object(error) as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}

/** True if DNS lookup or connect failed. */
function isUnsent(error: unknown): boolean {
  const { cause, errors, syscall, code } = Object(error) as { cause?: unknown; errors?: unknown; syscall?: unknown; code?: unknown };
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isUnsent);
  return cause !== undefined && isUnsent(cause);
}
