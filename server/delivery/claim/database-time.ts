import type { Clock } from '../../lib/clock.ts';

/** Clocks drift and are set, so an observation counts for one to two windows. */
const windowMs = 5_000;

/**
 * Estimates the database's clock from the process's monotonic clock. A time of the database arrives with a delay, so the highest estimate
 * is the most accurate one.
 */
export class DatabaseTime {
  readonly #clock: Clock;
  #windowEndsAt = -Infinity;
  #offsetMs = -Infinity;
  #formerOffsetMs = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `databaseMs` of the database's clock was read at `receivedAt` of the process's clock. */
  observe(databaseMs: number, receivedAt: number): void {
    if (receivedAt >= this.#windowEndsAt) {
      this.#formerOffsetMs = receivedAt < this.#windowEndsAt + windowMs ? this.#offsetMs : -Infinity;
      this.#offsetMs = -Infinity;
      this.#windowEndsAt = receivedAt + windowMs;
    }
    this.#offsetMs = Math.max(this.#offsetMs, databaseMs - receivedAt);
  }

  /** Milliseconds since the epoch. Call it after an observation. */
  now(): number {
    return this.#clock.now() + Math.max(this.#offsetMs, this.#formerOffsetMs);
  }
}
