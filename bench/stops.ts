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

  async #endAll(): Promise<void> {
    for (const stop of this.#stops.reverse()) await stop();
  }
}

/** Runs a benchmark and ends what it has started, whatever happens. */
export async function runBench(run: (stops: Stops) => Promise<void>): Promise<void> {
  const stops = new Stops();
  const end = () => void stops.end().finally(() => process.exit(1));
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    await run(stops);
  } finally {
    await stops.end();
  }
}

/** The comma-separated names of an option; without it, all. */
export function wanted<Name extends string>(option: string, given: string | undefined, names: readonly Name[]): readonly Name[] {
  const chosen = given?.split(',') ?? names;
  const unknown = chosen.filter((name) => !(names as readonly string[]).includes(name));
  if (unknown.length > 0) throw new Error(`--${option} names ${unknown.join(', ')}; accepted: ${names.join(', ')}`);
  return chosen as readonly Name[];
}
