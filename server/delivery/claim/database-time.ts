import type { Clock } from '../../lib/clock.ts';

/** Clocks drift and are set: an observation counts for so long, and at most for twice as long. */
const windowMs = 5_000;

/**
 * The database's clock, reckoned by the process's monotonic one. What the database answers was true when it was asked and is
 * heard later, by its work, the network and whatever kept this process busy: the latest reckoning is the nearest one.
 */
export class DatabaseTime {
  readonly #clock: Clock;
  #windowEndsAt = -Infinity;
  #offsetMs = -Infinity;
  #formerOffsetMs = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The database's clock showed `databaseMs`, which was heard at an instant of the process's clock. */
  observe(databaseMs: number, heardAt: number): void {
    if (heardAt >= this.#windowEndsAt) {
      this.#formerOffsetMs = heardAt < this.#windowEndsAt + windowMs ? this.#offsetMs : -Infinity;
      this.#offsetMs = -Infinity;
      this.#windowEndsAt = heardAt + windowMs;
    }
    this.#offsetMs = Math.max(this.#offsetMs, databaseMs - heardAt);
  }

  /** Milliseconds since the epoch; to be called after an observation. */
  now(): number {
    return this.#clock.now() + Math.max(this.#offsetMs, this.#formerOffsetMs);
  }
}
