const pausePerDuration = 20;

/** Skips work until it has paused for twenty times the duration of its last run, however often it is requested. */
export function withDutyCycle(work: (signal: AbortSignal) => Promise<void>): (signal: AbortSignal) => Promise<void> {
  let pausedUntilMs = -Infinity;
  return async (signal) => {
    const startedAtMs = performance.now();
    if (startedAtMs < pausedUntilMs) return;
    try {
      await work(signal);
    } finally {
      const endedAtMs = performance.now();
      pausedUntilMs = endedAtMs + pausePerDuration * (endedAtMs - startedAtMs);
    }
  };
}
