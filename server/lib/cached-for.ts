/** A measurement, and when it was begun. */
export interface Measured<Value> {
  readonly value: Value;
  readonly measuredAt: Date;
}

/**
 * Measures when asked, one measurement at a time, and keeps what it found for `maxAgeMs`: however many ask, it costs the
 * same. `measure` ends within a bounded time and does not reject.
 */
export function cachedFor<Value>(measure: () => Promise<Value>, maxAgeMs: number): () => Promise<Measured<Value>> {
  let running: Promise<Measured<Value>> | undefined;
  let begunAtMs = -Infinity;
  let hasEnded = true;
  const begin = async (): Promise<Measured<Value>> => {
    const measuredAt = new Date();
    try {
      return { value: await measure(), measuredAt };
    } finally {
      hasEnded = true;
    }
  };
  return () => {
    if (running && (!hasEnded || performance.now() - begunAtMs < maxAgeMs)) return running;
    hasEnded = false;
    begunAtMs = performance.now();
    running = begin();
    return running;
  };
}
