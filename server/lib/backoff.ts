/** A delay that doubles with each failure, up to a maximum. */
export const backOffMs = (failures: number, firstMs: number, maxMs: number): number => Math.min(maxMs, firstMs * 2 ** failures);

/** The delays before restarts: they double up to 10 seconds, until a start has lasted for a minute. */
export class RestartWaits {
  #count = 0;

  /** The delay after a start that lasted for the given time. */
  nextMs(lastedMs: number): number {
    if (lastedMs >= 60_000) this.#count = 0;
    return backOffMs(this.#count++, 250, 10_000);
  }
}
