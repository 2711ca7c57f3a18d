import { onAbort } from './on-abort.ts';
import { retryAfterMs } from './retry.ts';

/** How a client waits for its rate limit. */
export interface Pacing {
  /** The longest wait before an attempt, in milliseconds; a request that would wait longer is sent at once. 60,000 by default. */
  maxWaitMs?: number;
}

const defaultMaxWaitMs = 60_000;

/** The service runs eight requests of a key at once and queues others. A few more in flight keep it busy. */
const mostAtOnce = 32;

/** A full queue of the service has room after ten seconds. A longer wait has another reason, such as the limit of changes, and does not concern all operations. */
const longestQueueMs = 10_000;

/** What the service said of the limit of one operation. */
interface Limit {
  /** Requests that may be sent in addition to those in flight; the service may have counted some of these already. */
  left: number;
  /** Whether the service counted all places as taken. */
  readonly isUsedUp: boolean;
  /** When the next place is free, in milliseconds since the epoch. */
  freeAt: number;
  /** Milliseconds between two places in the long run. */
  readonly intervalMs: number;
}

interface WaitingRequest {
  readonly operation: string;
  /** The latest time at which it is sent. */
  readonly latestAt: number;
  readonly begin: () => void;
}

/** The end of an attempt, with the status and the headers of its response. */
export type EndOfAttempt = (status: number | null, headers: Headers | undefined) => void;

/**
 * Sends requests no faster than the `RateLimit` headers of earlier responses allow, by operation, as the service counts them, and few at once, so
 * that the service does not refuse them because too many wait. It knows the requests of this client alone: with several clients of a key, some
 * requests are still answered with 429, and retried.
 */
export class Pacer {
  readonly #maxWaitMs: number;
  readonly #limits = new Map<string, Limit>();
  readonly #onTheirWay = new Map<string, number>();
  readonly #waiting = new Set<WaitingRequest>();
  #sent = 0;
  /** When the service's queue, which was full, has room again. */
  #roomAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ maxWaitMs = defaultMaxWaitMs }: Pacing = {}) {
    this.#maxWaitMs = maxWaitMs;
  }

  /** Waits until a request of the operation may be sent, or the signal aborts. The caller reports the end of the attempt in any case. */
  async before(operation: string, signal: AbortSignal | undefined, onWait: (delayMs: number) => void): Promise<EndOfAttempt> {
    const now = Date.now();
    await new Promise<void>((resolve) => {
      const begin = (): void => {
        release();
        this.#waiting.delete(waiting);
        this.#sent += 1;
        this.#onTheirWay.set(operation, (this.#onTheirWay.get(operation) ?? 0) + 1);
        resolve();
      };
      const waiting: WaitingRequest = { operation, latestAt: now + this.#maxWaitMs, begin };
      this.#waiting.add(waiting);
      const release = onAbort(signal, begin);
      if (signal?.aborted) return begin();
      this.#sendNext();
      const delayMs = this.#waiting.has(waiting) ? this.#delayMs(operation, now) : 0;
      if (delayMs > 0) onWait(delayMs);
    });
    return (status, headers) => this.#end(operation, status, headers);
  }

  #end(operation: string, status: number | null, headers: Headers | undefined): void {
    this.#sent -= 1;
    const onTheirWay = this.#onTheirWay.get(operation)! - 1;
    if (onTheirWay > 0) this.#onTheirWay.set(operation, onTheirWay);
    else this.#onTheirWay.delete(operation);
    if (headers) this.#read(operation, status, headers, onTheirWay);
    this.#sendNext();
  }

  #read(operation: string, status: number | null, headers: Headers, onTheirWay: number): void {
    const now = Date.now();
    const left = numberOf(headers.get('ratelimit'), 'r');
    const seconds = numberOf(headers.get('ratelimit'), 't');
    const quota = numberOf(headers.get('ratelimit-policy'), 'q');
    const window = numberOf(headers.get('ratelimit-policy'), 'w');
    const askedMs = retryAfterMs(headers.get('retry-after'), now) ?? 0;
    if (status === 429 && left !== 0 && askedMs <= longestQueueMs) this.#roomAt = Math.max(this.#roomAt, now + askedMs);
    if (left === undefined || seconds === undefined) return;
    const known = this.#limits.get(operation);
    const freeAt = now + seconds * 1000;
    // Requests that were sent since already have the next places: the response to an earlier one does not give them again.
    if (known?.isUsedUp && left === 0 && known.freeAt > freeAt) return;
    const intervalMs = quota && window ? (window * 1000) / quota : 1000;
    this.#limits.set(operation, { left: left - onTheirWay, isUsedUp: left === 0, freeAt, intervalMs });
  }

  /** Sends the requests that may be sent now, in order. */
  #sendNext(): void {
    clearTimeout(this.#timer);
    const now = Date.now();
    const before = new Map<string, number>();
    let nextAt = Infinity;
    for (const waiting of this.#waiting) {
      const { operation, latestAt, begin } = waiting;
      const place = before.get(operation) ?? 0;
      const at = this.#timeOf(operation, place, now);
      if (at <= now || latestAt <= now || (at !== Infinity && at > latestAt)) {
        this.#takePlace(operation, now);
        begin();
        continue;
      }
      before.set(operation, place + 1);
      nextAt = Math.min(nextAt, at, latestAt);
      // All requests behind it wait for the end of an attempt, too.
      if (this.#sent >= mostAtOnce) break;
    }
    if (nextAt !== Infinity) this.#timer = setTimeout(() => this.#sendNext(), Math.max(0, nextAt - now));
  }

  /** When a request may be sent behind others of its operation: `Infinity` if that depends on requests in flight. */
  #timeOf(operation: string, before: number, now: number): number {
    const limit = this.#limits.get(operation);
    if (this.#sent >= mostAtOnce) return Infinity;
    const at = Math.max(now, this.#roomAt);
    if (!limit || limit.left > 0) return at;
    if (limit.isUsedUp) return Math.max(at, limit.freeAt) + before * limit.intervalMs;
    return this.#onTheirWay.has(operation) ? Infinity : at;
  }

  #takePlace(operation: string, now: number): void {
    const limit = this.#limits.get(operation);
    if (!limit) return;
    if (limit.left > 0) limit.left -= 1;
    else if (limit.isUsedUp) limit.freeAt = Math.max(limit.freeAt, now) + limit.intervalMs;
  }

  /** The wait of the last request of the operation, where it is known. */
  #delayMs(operation: string, now: number): number {
    if (this.#timeOf(operation, 0, now) === Infinity) return 0;
    const before = [...this.#waiting].filter((waiting) => waiting.operation === operation).length - 1;
    return Math.ceil(this.#timeOf(operation, before, now) - now);
  }
}

/** A parameter of a structured header, such as `t` of `"default";r=0;t=12`. */
function numberOf(header: string | null, name: string): number | undefined {
  const value = new RegExp(`;\\s*${name}=(\\d+)`).exec(header ?? '')?.[1];
  return value === undefined ? undefined : Number(value);
}
