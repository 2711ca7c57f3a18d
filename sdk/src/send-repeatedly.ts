import { AbortError, ConnectionError, TimeoutError, type ErrorDetails } from './errors.ts';
import type { Observer } from './observer.ts';
import { onAbort } from './on-abort.ts';
import type { EndOfAttempt } from './pacing.ts';
import { mayBeDone, retryDelayMs, type RetryRule } from './retry.ts';
import { wait } from './wait.ts';

/** The part of the platform's `fetch` that this package uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How one call is sent. */
export interface SendingPolicy {
  readonly rule: RetryRule;
  /** Whether the request changes anything: then its outcome may be unknown. */
  readonly changes: boolean;
  /** Time for each attempt, from its start to the last byte of the answer, in milliseconds. `Infinity` for no limit. */
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly signal: AbortSignal | undefined;
  readonly observer: Observer;
  /** Waits until the next attempt may be sent. */
  readonly pace: ((signal: AbortSignal | undefined, observer: Observer) => Promise<EndOfAttempt>) | undefined;
  /** An answer that is a stream: its body is left unread, and the time is that until it begins. */
  readonly streams: boolean;
  /** With which the service executes the request once, however often it is sent. */
  readonly idempotencyKey?: string | undefined;
}

/** A request as `fetch` takes it. */
export interface SendableRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

/** The last answer, and whether an attempt before it may have been done already. */
export interface SentRequest {
  readonly response: Response;
  readonly mayBeRepetition: boolean;
}

/** No whole answer. `unsent`: no connection was made, so the service knows nothing of the request. */
interface NoAnswer {
  readonly message: string;
  readonly cause?: unknown;
  readonly isTimeout: boolean;
  readonly unsent: boolean;
}

/** The longest time that a timer keeps. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Sends a request as the policy says. The answer is read to its end within the attempt, so that an answer that breaks off is an attempt that
 * failed. Redirects are not followed: they would turn a POST into a GET and carry the key elsewhere.
 */
export async function sendRepeatedly(send: Fetch, policy: SendingPolicy, { url, ...request }: SendableRequest): Promise<SentRequest> {
  const init: RequestInit = { ...request, redirect: 'manual' };
  const what = `${request.method} ${url}`;
  const { signal, idempotencyKey, observer, changes } = policy;
  let mayBeRepetition = false;
  for (let retriesMade = 0; ; retriesMade += 1) {
    if (signal?.aborted) throw new AbortError(what, signal, { outcomeUnknown: changes && mayBeRepetition, idempotencyKey });
    const ended = await policy.pace?.(signal, observer);
    let outcome: Response | NoAnswer | undefined;
    let startedAt: number;
    try {
      if (signal?.aborted) throw new AbortError(what, signal, { outcomeUnknown: changes && mayBeRepetition, idempotencyKey });
      observer.request(retriesMade + 1);
      startedAt = performance.now();
      if (retriesMade > 0) request.headers.set('x-retry-count', String(retriesMade));
      outcome = await attempt(send, url, init, policy);
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
    if (signal?.aborted && !(outcome instanceof Response)) {
      throw new AbortError(what, signal, { outcomeUnknown: changes && (mayBeRepetition || !outcome.unsent), idempotencyKey });
    }
    const failed = { ...factsOf(outcome), retriesMade };
    const delayMs = retryDelayMs(failed, policy.rule, policy.maxRetries);
    if (delayMs === null) {
      if (failed.status === null || failed.status >= 500) observer.failed(failed.status);
      if (outcome instanceof Response) return { response: outcome, mayBeRepetition };
      const outcomeUnknown = changes && (mayBeRepetition || mayBeDone(failed));
      throw errorOf(outcome, policy.timeoutMs, retriesMade + 1, { outcomeUnknown, idempotencyKey });
    }
    mayBeRepetition ||= mayBeDone(failed);
    observer.retry({ status: failed.status, delayMs, retriesMade });
    await wait(delayMs, signal);
  }
}

/** One attempt: the whole answer, or what prevented it, such as the caller's own abort. */
async function attempt(
  send: Fetch,
  url: string,
  init: RequestInit,
  { timeoutMs, signal, streams }: SendingPolicy,
): Promise<Response | NoAnswer> {
  const controller = new AbortController();
  let timedOut = false;
  let goesOn = false;
  const end = (): void => {
    timedOut = true;
    controller.abort();
  };
  const timer = timeoutMs > longestTimerMs ? undefined : setTimeout(end, timeoutMs);
  const release = onAbort(signal, () => controller.abort());
  try {
    const response = await send(url, { ...init, signal: controller.signal });
    goesOn = streams && response.ok && response.body !== null;
    if (!goesOn) return await readWhole(response);
    return ownResponse(untilItsEnd(response.body!, release), response);
  } catch (error) {
    const what = `${init.method} ${url}`;
    if (timedOut) return { message: `${what}: no answer within ${timeoutMs} ms`, isTimeout: true, unsent: false };
    return { message: `${what}: ${describe(error)}`, cause: error, isTimeout: false, unsent: isUnsent(error) };
  } finally {
    clearTimeout(timer);
    if (!goesOn) release();
  }
}

/** A stream with a function that runs when it ends, breaks off or is cancelled. */
function untilItsEnd(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
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

/** A response of the platform's class: that of another `fetch`, such as undici's, is of another one. */
function ownResponse(body: ConstructorParameters<typeof Response>[0], { status, headers }: Response): Response {
  return new Response(body, { status, headers });
}

/** Statuses 204, 205 and 304 may not carry a body, and a redirect that is not followed has the status 0 in browsers. */
async function readWhole(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer();
  if (response.status < 200) return response;
  return ownResponse(bytes.byteLength === 0 ? null : bytes, response);
}

function factsOf(outcome: Response | NoAnswer): { status: number | null; retryAfter: string | null; unsent: boolean } {
  if (!(outcome instanceof Response)) return { status: null, retryAfter: null, unsent: outcome.unsent };
  return { status: outcome.status, retryAfter: outcome.headers.get('retry-after'), unsent: false };
}

function errorOf(
  { message, cause, isTimeout }: NoAnswer,
  timeoutMs: number,
  attempts: number,
  details: ErrorDetails,
): ConnectionError | TimeoutError {
  const counted = attempts > 1 ? `${message} (${attempts} attempts)` : message;
  return isTimeout ? new TimeoutError(counted, timeoutMs, details) : new ConnectionError(counted, { ...details, cause });
}

/** `fetch` hides the reason, such as a refused connection, in the cause of a bare "fetch failed". */
function describe(error: unknown): string {
  const { message, cause } = Object(error) as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}

/** Whether the attempt ended before there was a connection: the name was not found, or nobody let the client in. */
function isUnsent(error: unknown): boolean {
  const { cause, errors, syscall, code } = Object(error) as { cause?: unknown; errors?: unknown; syscall?: unknown; code?: unknown };
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isUnsent);
  return cause !== undefined && isUnsent(cause);
}
