import { onAbort } from './on-abort.ts';
import { retryAfterMs } from './retry.ts';

/** Settings of the wait for the rate limit. */
export interface Pacing {
  /** The longest wait before an attempt, in milliseconds; a request that would wait longer is sent at once. 60,000 by default. */
  maxWaitMs?: number;
}

const defaultMaxWaitMs = 60_000;

/** The service runs eight requests of a key at once and queues others. */
const maxInFlight = 32;

/** A full queue has room within ten seconds. A longer `Retry-After` has another reason, and does not concern all operations. */
const maxQueueMs = 10_000;

/** The rate limit of an operation, from the headers of a response. */
interface Limit {
  /** The requests that may be sent in addition to those in flight. */
  left: number;
  /** True if the service has counted the whole limit as used. */
  readonly isUsedUp: boolean;
  /** When the next request may be sent, in milliseconds since the epoch. */
  freeAt: number;
  /** Milliseconds between two requests at the rate of the limit. */
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
 * Delays requests as the `RateLimit` headers of earlier responses require, by operation, and limits the requests in flight. It knows only the
 * requests of this client: with several clients of a key, some requests are still refused with 429 and retried.
 */
export class Pacer {
  readonly #maxWaitMs: number;
  readonly #limits = new Map<string, Limit>();
  readonly #inFlight = new Map<string, number>();
  readonly #waiting = new Set<WaitingRequest>();
  #inFlightCount = 0;
  /** When the full queue of the service has room again. */
  #queueFreeAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ maxWaitMs = defaultMaxWaitMs }: Pacing = {}) {
    this.#maxWaitMs = maxWaitMs;
  }

  /** Waits until a request of the operation may be sent, or the signal aborts. The caller must report the end of the attempt. */
  async before(operation: string, signal: AbortSignal | undefined, onWait: (delayMs: number) => void): Promise<EndOfAttempt> {
    const now = Date.now();
    await new Promise<void>((resolve) => {
      const begin = (): void => {
        release();
        this.#waiting.delete(waiting);
        this.#inFlightCount += 1;
        this.#inFlight.set(operation, (this.#inFlight.get(operation) ?? 0) + 1);
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
    this.#inFlightCount -= 1;
    const inFlight = this.#inFlight.get(operation)! - 1;
    if (inFlight > 0) this.#inFlight.set(operation, inFlight);
    else this.#inFlight.delete(operation);
    if (headers) this.#read(operation, status, headers, inFlight);
    this.#sendNext();
  }

  #read(operation: string, status: number | null, headers: Headers, inFlight: number): void {
    const now = Date.now();
    const left = numberOf(headers.get('ratelimit'), 'r');
    const seconds = numberOf(headers.get('ratelimit'), 't');
    const quota = numberOf(headers.get('ratelimit-policy'), 'q');
    const window = numberOf(headers.get('ratelimit-policy'), 'w');
    const askedMs = retryAfterMs(headers.get('retry-after'), now) ?? 0;
    if (status === 429 && left !== 0 && askedMs <= maxQueueMs) this.#queueFreeAt = Math.max(this.#queueFreeAt, now + askedMs);
    if (left === undefined || seconds === undefined) return;
    const known = this.#limits.get(operation);
    const freeAt = now + seconds * 1000;
    // Requests that were sent since have taken the next slots, which an older response does not return.
    if (known?.isUsedUp && left === 0 && known.freeAt > freeAt) return;
    const intervalMs = quota && window ? (window * 1000) / quota : 1000;
    this.#limits.set(operation, { left: left - inFlight, isUsedUp: left === 0, freeAt, intervalMs });
  }

  /** Sends the requests that may be sent now, in order. */
  #sendNext(): void {
    clearTimeout(this.#timer);
    const now = Date.now();
    const before = new Map<string, number>();
    let nextAt = Infinity;
    for (const waiting of this.#waiting) {
      const { operation, latestAt, begin } = waiting;
      const slot = before.get(operation) ?? 0;
      const at = this.#timeOf(operation, slot, now);
      if (at <= now || latestAt <= now || (at !== Infinity && at > latestAt)) {
        this.#takeSlot(operation, now);
        begin();
        continue;
      }
      before.set(operation, slot + 1);
      nextAt = Math.min(nextAt, at, latestAt);
      // All later requests wait for the end of an attempt, too.
      if (this.#inFlightCount >= maxInFlight) break;
    }
    if (nextAt !== Infinity) this.#timer = setTimeout(() => this.#sendNext(), Math.max(0, nextAt - now));
  }

  /** When a request may be sent after others of its operation; `Infinity` until a request in flight ends. */
  #timeOf(operation: string, before: number, now: number): number {
    const limit = this.#limits.get(operation);
    if (this.#inFlightCount >= maxInFlight) return Infinity;
    const at = Math.max(now, this.#queueFreeAt);
    if (!limit || limit.left > 0) return at;
    if (limit.isUsedUp) return Math.max(at, limit.freeAt) + before * limit.intervalMs;
    return this.#inFlight.has(operation) ? Infinity : at;
  }

  #takeSlot(operation: string, now: number): void {
    const limit = this.#limits.get(operation);
    if (!limit) return;
    if (limit.left > 0) limit.left -= 1;
    else if (limit.isUsedUp) limit.freeAt = Math.max(limit.freeAt, now) + limit.intervalMs;
  }

  /** The wait of the last request of the operation; 0 if it is unknown. */
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
