import { ConnectionError, TimeoutError } from './errors.ts';
import { retryDelayMs, type RetryRule } from './retry.ts';

/** The part of the platform's `fetch` that this package uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How one call is sent. */
export interface SendingPolicy {
  readonly rule: RetryRule;
  /** Time for each attempt, from its start to the last byte of the answer, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly signal: AbortSignal | undefined;
  readonly onRetry: ((retry: RetryInformation) => void) | undefined;
}

/** Why and when a request is sent again. */
export interface RetryInformation {
  /** HTTP status of the attempt that failed; `null` where no whole answer came. */
  readonly status: number | null;
  /** Time until the next attempt, in milliseconds. */
  readonly delayMs: number;
  /** How many retries there were before; 0 for the first. */
  readonly retriesMade: number;
}

/**
 * A `fetch` for a request object that keeps to the policy. The request's body is kept, so that it can be sent again, and
 * the answer is read to its end within the attempt, so that an answer that breaks off is an attempt that failed.
 */
export function retryingFetch(send: Fetch, policy: SendingPolicy): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = request.body === null ? undefined : await request.text();
    const init: RequestInit = { method: request.method, headers: request.headers, body, redirect: request.redirect };
    for (let retriesMade = 0; ; retriesMade += 1) {
      const outcome = await attempt(send, request.url, init, policy);
      const delayMs = retryDelayMs({ ...statusOf(outcome), retriesMade }, policy.rule, policy.maxRetries);
      if (delayMs === null) {
        if (outcome instanceof Response) return outcome;
        throw explained(outcome, retriesMade + 1, policy.rule);
      }
      policy.onRetry?.({ status: statusOf(outcome).status, delayMs, retriesMade });
      await wait(delayMs, policy.signal);
    }
  };
}

/** One attempt: the whole answer, or the error that stood in its way. The caller's own abort is thrown. */
async function attempt(
  send: Fetch,
  url: string,
  init: RequestInit,
  { timeoutMs, signal }: SendingPolicy,
): Promise<Response | ConnectionError | TimeoutError> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, timeoutMs);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const response = await send(url, { ...init, signal: controller.signal });
    return await readWhole(response);
  } catch (error) {
    signal?.throwIfAborted();
    if (timedOut) return new TimeoutError(`${init.method} ${url}: no answer within ${timeoutMs} ms`, timeoutMs);
    return new ConnectionError(`${init.method} ${url}: ${describe(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Statuses 204, 205 and 304 may not carry a body, and a redirect that is not followed has the status 0 in browsers. */
async function readWhole(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer();
  if (response.status < 200) return response;
  return new Response(bytes.byteLength === 0 ? null : bytes, { status: response.status, headers: response.headers });
}

function statusOf(outcome: Response | Error): { status: number | null; retryAfter: string | null } {
  if (!(outcome instanceof Response)) return { status: null, retryAfter: null };
  return { status: outcome.status, retryAfter: outcome.headers.get('retry-after') };
}

function explained(error: ConnectionError | TimeoutError, attempts: number, rule: RetryRule): ConnectionError | TimeoutError {
  if (attempts > 1) error.message += ` (${attempts} attempts)`;
  if (rule === 'never') error.message += '. Whether it was done is not known; look before you repeat it';
  return error;
}

/** `fetch` hides the reason, such as a refused connection, in the cause of a bare "fetch failed". */
function describe(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}

/** Resolves after the time, or at once when the signal ends it; the next attempt throws the signal's reason. */
function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
