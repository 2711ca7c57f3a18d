/** What runs until it is interrupted. */
const running = new Set<() => void>();

/** Ends what runs until it is interrupted, in order. False where nothing does. */
export function interrupt(): boolean {
  for (const stop of running) stop();
  return running.size > 0;
}

/** Ctrl-C, a request to end, and the end of the terminal. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs something that an interruption stops in order, by the signal, rather than at once. */
export async function untilInterrupted<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  running.add(stop);
  // A second signal of a kind ends the process at once.
  for (const name of signals) process.once(name, stop);
  try {
    return await run(controller.signal);
  } finally {
    running.delete(stop);
    for (const name of signals) process.off(name, stop);
  }
}

/** Resolves after the time, or at once when the signal ends it. */
export function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, delayMs);
    signal.addEventListener('abort', done, { once: true });
  });
}
