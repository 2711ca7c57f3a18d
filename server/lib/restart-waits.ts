import { backOffMs } from './back-off.ts';

const firstWaitMs = 250;
const longestWaitMs = 10_000;
const steadyMs = 60_000;

/** The waits before something is started again: each is twice the one before, up to the longest, until a start has lasted long enough. */
export class RestartWaits {
  #count = 0;

  /** The wait after a start that lasted so long. */
  nextMs(lastedMs: number): number {
    if (lastedMs >= steadyMs) this.#count = 0;
    return backOffMs(this.#count++, firstWaitMs, longestWaitMs);
  }
}
