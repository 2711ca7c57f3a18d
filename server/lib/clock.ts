export interface Timer {
  unref(): unknown;
}

/** A monotonic clock in milliseconds, with its timers. */
export interface Clock {
  now(): number;
  setTimeout(work: () => void, delayMs: number): Timer;
  clearTimeout(timer: Timer | undefined): void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  setTimeout: (work, delayMs) => setTimeout(work, delayMs),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
};

/** Resolves when the clock has advanced by this much. */
export function sleep(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => void clock.setTimeout(resolve, delayMs));
}
