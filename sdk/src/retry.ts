/**
 * What may be sent again when it may have been done: `safe` requests. `never` requests, which have no idempotency key, are repeated only where
 * nothing was done.
 */
export type RetryRule = 'safe' | 'never';

/** Why and when a request is sent again. */
export interface RetryInformation {
  /** HTTP status of the attempt that failed; `null` where no whole answer came. */
  readonly status: number | null;
  /** Time until the next attempt, in milliseconds. */
  readonly delayMs: number;
  /** How many retries there were before; 0 for the first. */
  readonly retriesMade: number;
}

/** The longest `Retry-After` that is waited for, in milliseconds; a longer one is left to the caller. */
export const longestWaitMs = 120_000;

const firstBackOffMs = 500;
const longestBackOffMs = 8_000;

/** An attempt without a usable answer. `status` is `null` where no answer came. */
export interface FailedAttempt {
  readonly status: number | null;
  readonly retryAfter: string | null;
  /** Whether the request cannot have reached the service, because no connection was made. */
  readonly unsent?: boolean;
  /** How many retries were made before this attempt. */
  readonly retriesMade: number;
}

/** Whether the service may have done what was asked: its answer is lost, or says only that it failed. */
export function mayBeDone({ status, unsent = false }: Pick<FailedAttempt, 'status' | 'unsent'>): boolean {
  return status === null ? !unsent : status >= 500;
}

/** What a request does; the scope is that of its operation. */
interface RequestKind {
  readonly method: string;
  readonly body?: unknown;
  readonly scope?: string | null;
}

/** Whether a request changes anything: neither a read nor a dry run does, nor a POST for which reading is enough. */
export function changes({ method, body, scope }: RequestKind): boolean {
  const isRead = method === 'GET' || method === 'HEAD' || (scope?.startsWith('read:') ?? false);
  return !isRead && (Object(body) as { dry_run?: unknown }).dry_run !== true;
}

/** A wait that doubles with each failure, up to the longest. */
export const backOffMs = (failures: number, firstMs: number, longestMs: number): number => Math.min(longestMs, firstMs * 2 ** failures);

/**
 * How long to wait before the next attempt, in milliseconds; `null` when there is none. `Retry-After` is never cut short;
 * otherwise the wait doubles with each retry. The random part keeps many clients from coming back at one moment.
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
  if (askedMs !== null) return askedMs > longestWaitMs ? null : Math.round(askedMs + random() * 250);
  const waitMs = backOffMs(failed.retriesMade, firstBackOffMs, longestBackOffMs);
  return Math.round(waitMs / 2 + (random() * waitMs) / 2);
}

function mayRepeat(failed: FailedAttempt, rule: RetryRule): boolean {
  const { status, retryAfter } = failed;
  // A request with the same idempotency key is running.
  if (status === 409) return retryAfter !== null;
  if (status !== null && status < 500) return status === 429;
  return rule === 'safe' || !mayBeDone(failed);
}

/** `Retry-After` is a number of seconds or an HTTP date. */
export function retryAfterMs(value: string | null, nowMs: number): number | null {
  if (value === null || value.trim() === '') return null;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
