/** A measurement, and when it was begun. */
export interface Measured<Value> {
  readonly value: Value;
  readonly measuredAt: Date;
}

/**
 * Measures when asked, one measurement at a time, and keeps what it found for `maxAgeMs`, and for `agePerDuration` times as long as it took:
 * however many ask, it costs the same. Where it fails, callers get its error for as long. `measure` ends within a bounded time.
 */
export function cachedFor<Value>(measure: () => Promise<Value>, maxAgeMs: number, agePerDuration = 0): () => Promise<Measured<Value>> {
  let running: Promise<Measured<Value>> | undefined;
  let begunAtMs = -Infinity;
  let ageMs = maxAgeMs;
  let hasEnded = true;
  const begin = async (): Promise<Measured<Value>> => {
    const measuredAt = new Date();
    try {
      return { value: await measure(), measuredAt };
    } finally {
      hasEnded = true;
      ageMs = Math.max(maxAgeMs, (performance.now() - begunAtMs) * agePerDuration);
    }
  };
  return () => {
    if (running && (!hasEnded || performance.now() - begunAtMs < ageMs)) return running;
    hasEnded = false;
    begunAtMs = performance.now();
    running = begin();
    return running;
  };
}
