const pausePerDuration = 20;

/** Skips requested work until a pause of twenty times the duration of its last run has passed. */
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
