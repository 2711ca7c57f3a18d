import { wait } from './wait.ts';

/** How a client waits for its rate limit. */
export interface Pacing {
  /** The longest wait before an attempt, in milliseconds; a request that would wait longer is sent at once. 60,000 by default. */
  maxWaitMs?: number;
}

const defaultMaxWaitMs = 60_000;

/** What the service said of the limit of one operation. */
interface Limit {
  /** Requests that may be sent now. */
  left: number;
  /** When the next place is free, in milliseconds since the epoch. */
  freeAt: number;
  /** Milliseconds between two places in the long run. */
  readonly intervalMs: number;
}

/**
 * Sends requests no faster than the `RateLimit` headers of earlier responses allow, by operation, as the service counts them. It knows the
 * requests of this client alone: with several clients of a key, some requests are still answered with 429, and retried.
 */
export class Pacer {
  readonly #maxWaitMs: number;
  readonly #limits = new Map<string, Limit>();

  constructor({ maxWaitMs = defaultMaxWaitMs }: Pacing = {}) {
    this.#maxWaitMs = maxWaitMs;
  }

  /** Waits until a request of the operation may be sent, or the signal aborts. */
  async before(operation: string, signal: AbortSignal | undefined, onWait: (delayMs: number) => void): Promise<void> {
    const limit = this.#limits.get(operation);
    if (!limit) return;
    const delayMs = takePlace(limit, Date.now(), this.#maxWaitMs);
    if (delayMs <= 0) return;
    onWait(delayMs);
    await wait(delayMs, signal);
  }

  /** Reads the headers of a response. */
  after(operation: string, headers: Headers): void {
    const left = numberOf(headers.get('ratelimit'), 'r');
    const seconds = numberOf(headers.get('ratelimit'), 't');
    const quota = numberOf(headers.get('ratelimit-policy'), 'q');
    const window = numberOf(headers.get('ratelimit-policy'), 'w');
    if (left === undefined || seconds === undefined) return;
    const known = this.#limits.get(operation);
    const freeAt = Date.now() + seconds * 1000;
    // Requests that wait already have the next places: the response to an earlier one does not give them again.
    if (known && known.left <= 0 && left === 0 && known.freeAt > freeAt) return;
    this.#limits.set(operation, { left, freeAt, intervalMs: quota && window ? (window * 1000) / quota : 1000 });
  }
}

/** The wait for the next place, which is taken; 0 if the wait would be too long. */
function takePlace(limit: Limit, now: number, maxWaitMs: number): number {
  if (limit.left > 0) {
    limit.left -= 1;
    return 0;
  }
  const at = Math.max(limit.freeAt, now);
  if (at - now > maxWaitMs) return 0;
  limit.freeAt = at + limit.intervalMs;
  return Math.ceil(at - now);
}

/** A parameter of a structured header, such as `t` of `"default";r=0;t=12`. */
function numberOf(header: string | null, name: string): number | undefined {
  const value = new RegExp(`;\\s*${name}=(\\d+)`).exec(header ?? '')?.[1];
  return value === undefined ? undefined : Number(value);
}
