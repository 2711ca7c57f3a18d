/** Stops what a benchmark has started, or is starting, in reverse order. */
export class Stops {
  readonly #stops: (() => Promise<unknown>)[] = [];
  #ending: Promise<void> | undefined;

  async start<Started extends { stop(): unknown }>(start: () => Started | Promise<Started>): Promise<Started> {
    if (this.#ending) throw new Error('the benchmark was interrupted');
    const starting = (async () => start())();
    this.#stops.push(() =>
      starting.then(
        (started) => started.stop(),
        () => undefined,
      ),
    );
    return starting;
  }

  end(): Promise<void> {
    return (this.#ending ??= this.#endAll());
  }

  async #endAll(): Promise<void> {
    for (const stop of this.#stops.reverse()) await stop();
  }
}

/** Runs a benchmark, and stops what it has started, also if it fails or is interrupted. */
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

/** The comma-separated names of an option; all names without it. */
export function namesOfOption<Name extends string>(option: string, given: string | undefined, names: readonly Name[]): readonly Name[] {
  const chosen = given?.split(',') ?? names;
  const unknown = chosen.filter((name) => !(names as readonly string[]).includes(name));
  if (unknown.length > 0) throw new Error(`--${option} names ${unknown.join(', ')}; accepted: ${names.join(', ')}`);
  return chosen as readonly Name[];
}
