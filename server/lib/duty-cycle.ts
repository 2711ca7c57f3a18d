/** How long work is left alone after a run, in terms of the time that it took. */
const restPerWork = 20;

/** Work that is left out until it has rested for twenty times as long as its last run took, however often it is requested. */
export function withDutyCycle(work: (signal: AbortSignal) => Promise<void>): (signal: AbortSignal) => Promise<void> {
  let restsUntil = -Infinity;
  return async (signal) => {
    const startedAt = performance.now();
    if (startedAt < restsUntil) return;
    try {
      await work(signal);
    } finally {
      const endedAt = performance.now();
      restsUntil = endedAt + restPerWork * (endedAt - startedAt);
    }
  };
}
