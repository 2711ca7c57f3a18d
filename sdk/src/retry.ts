/** `safe` requests are repeated even if they may have taken effect. `never` requests are repeated only if they did not. */
export type RetryRule = 'safe' | 'never';

/** The reason and the time of a retry. */
export interface RetryInformation {
  /** HTTP status of the attempt that failed; null if no complete response arrived. */
  readonly status: number | null;
  /** Time until the next attempt, in milliseconds. */
  readonly delayMs: number;
  /** The number of retries before; 0 for the first. */
  readonly retriesMade: number;
}

/** The longest `Retry-After` that the client waits for, in milliseconds. */
export const maxWaitMs = 120_000;

const firstBackOffMs = 500;
const maxBackOffMs = 8_000;

/** A failed attempt. `status` is null without a response. */
export interface FailedAttempt {
  readonly status: number | null;
  readonly retryAfter: string | null;
  /** True if no connection was made, so that the request cannot have reached the service. */
  readonly unsent?: boolean;
  /** The number of retries before this attempt. */
  readonly retriesMade: number;
}

/** True if the request may have taken effect: its response is lost, or has a status from 500 on. */
export function mayHaveTakenEffect({ status, unsent = false }: Pick<FailedAttempt, 'status' | 'unsent'>): boolean {
  return status === null ? !unsent : status >= 500;
}

/** The facts that decide whether a request changes anything. The scope is that of its operation. */
interface RequestKind {
  readonly method: string;
  readonly body?: unknown;
  readonly scope?: string | null;
}

/** True if a request changes anything. Reads, dry runs and a POST with a scope to read do not. */
export function changes({ method, body, scope }: RequestKind): boolean {
  const isRead = method === 'GET' || method === 'HEAD' || (scope?.startsWith('read:') ?? false);
  return !isRead && (Object(body) as { dry_run?: unknown }).dry_run !== true;
}

/** A wait that doubles with each failure, up to the longest. */
export const backOffMs = (failures: number, firstMs: number, maxMs: number): number => Math.min(maxMs, firstMs * 2 ** failures);

/**
 * The wait before the next attempt in milliseconds; null if there is none. It is at least `Retry-After`, otherwise it doubles with
 * each retry. The random part spreads the retries of many clients.
 */
export function retryDelayMs(
  failed: FailedAttempt,
  rule: RetryRule,
  maxRetries: number,
  nowMs: number = Date.now(),
  random: () => number = Math.random,
): number | null {
  if (failed.retriesMade >= maxRetries || !mayRepeat(failed, rule)) return null;
  const askedMs = retryAfterMs(failed.retryAfter, nowMs);
  if (askedMs !== null) return askedMs > maxWaitMs ? null : Math.round(askedMs + random() * 250);
  const waitMs = backOffMs(failed.retriesMade, firstBackOffMs, maxBackOffMs);
  return Math.round(waitMs / 2 + (random() * waitMs) / 2);
}

function mayRepeat(failed: FailedAttempt, rule: RetryRule): boolean {
  const { status, retryAfter } = failed;
  // A request with the same idempotency key is running.
  if (status === 409) return retryAfter !== null;
  // 408: the service did not receive the whole request.
  if (status !== null && status < 500) return status === 429 || status === 408;
  return rule === 'safe' || !mayHaveTakenEffect(failed);
}

/** `Retry-After` is a number of seconds or an HTTP date. */
export function retryAfterMs(value: string | null, nowMs: number): number | null {
  if (value === null || value.trim() === '') return null;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
