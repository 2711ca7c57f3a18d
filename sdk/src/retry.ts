/**
 * What may be sent again: `safe` operations always; `never` operations only after 429, because they create something at
 * each call and a 5xx or a timeout does not tell whether they did.
 */
export type RetryRule = 'safe' | 'never';

/** The longest `Retry-After` that is waited for, in milliseconds; a longer one is left to the caller. */
export const longestWaitMs = 120_000;

const firstBackOffMs = 500;
const longestBackOffMs = 8_000;

/** An attempt without a usable answer. `status` is `null` where no answer came. */
export interface FailedAttempt {
  readonly status: number | null;
  readonly retryAfter: string | null;
  /** How many retries were made before this attempt. */
  readonly retriesMade: number;
}

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
  if (failed.retriesMade >= maxRetries || !mayRepeat(failed.status, rule)) return null;
  const askedMs = retryAfterMs(failed.retryAfter, nowMs);
  if (askedMs !== null) return askedMs > longestWaitMs ? null : Math.round(askedMs + random() * 250);
  const backOffMs = Math.min(longestBackOffMs, firstBackOffMs * 2 ** failed.retriesMade);
  return Math.round(backOffMs / 2 + (random() * backOffMs) / 2);
}

function mayRepeat(status: number | null, rule: RetryRule): boolean {
  if (status === 429) return true;
  return rule === 'safe' && (status === null || status >= 500);
}

/** `Retry-After` is a number of seconds or an HTTP date. */
export function retryAfterMs(value: string | null, nowMs: number): number | null {
  if (value === null || value.trim() === '') return null;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
