import type { Clock, Timer } from '../../server/lib/clock.ts';

interface Waiting extends Timer {
  readonly at: number;
  readonly order: number;
  readonly work: () => void;
}

/** A clock that the test advances. Each process of a simulation has one: it may be paused while others advance. */
export class SimClock implements Clock {
  #now: number;
  #order = 0;
  #timers = new Set<Waiting>();

  constructor(now = 0) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  setTimeout(work: () => void, delayMs: number): Timer {
    const timer: Waiting = { at: this.#now + Math.max(0, delayMs), order: this.#order++, work, unref: () => undefined };
    this.#timers.add(timer);
    return timer;
  }

  clearTimeout(timer: Timer | undefined): void {
    this.#timers.delete(timer as Waiting);
  }

  /** When the next timer is due; Infinity without one. */
  get nextAt(): number {
    return Math.min(...[...this.#timers].map(({ at }) => at));
  }

  /** Advances to the next timer that is due by `until`, and lets it run. False when there is none: then it is `until`. */
  step(until: number): boolean {
    let next: Waiting | undefined;
    for (const timer of this.#timers) {
      if (timer.at <= until && (!next || timer.at < next.at || (timer.at === next.at && timer.order < next.order))) next = timer;
    }
    if (!next) {
      this.#now = Math.max(this.#now, until);
      return false;
    }
    this.#timers.delete(next);
    this.#now = Math.max(this.#now, next.at);
    next.work();
    return true;
  }

  /** It is that late: what was due before runs late. */
  catchUp(now: number): void {
    this.#now = Math.max(this.#now, now);
  }

  /** Nothing that waits runs any more. */
  stop(): void {
    this.#timers = new Set();
  }
}
