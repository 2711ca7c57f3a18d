/** What a benchmark has started and ends with it, the latest first; also what is only just being started. */
export class Stops {
  readonly #stops: (() => Promise<unknown>)[] = [];
  #ending: Promise<void> | undefined;

  /** Starts something that `stop` ends. */
  keep<Started>(start: () => Promise<Started>, stop: (started: Started) => unknown): Promise<Started> {
    if (this.#ending) return Promise.reject(new Error('the benchmark was interrupted'));
    const starting = start();
    this.#stops.push(() => starting.then(stop, () => undefined));
    return starting;
  }

  end(): Promise<void> {
    return (this.#ending ??= this.#endAll());
  }

  /** On a signal too, by which nothing may be left behind. */
  endOnSignals(): void {
    const end = () => void this.end().finally(() => process.exit(1));
    process.once('SIGINT', end).once('SIGTERM', end);
  }

  async #endAll(): Promise<void> {
    for (const stop of this.#stops.reverse()) await stop();
  }
}
