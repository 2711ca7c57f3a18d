/** A measurement, and when it was begun. */
export interface Measured<Value> {
  readonly value: Value;
  readonly measuredAt: Date;
}

/**
 * Measures when asked, one measurement at a time, and keeps what it found for `maxAgeMs`, and for `agePerDuration` times as long as it took:
 * however many ask, it costs the same. `measure` ends within a bounded time and does not reject.
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

/** The same of a query that may fail: callers get its error, which is cached for as long. */
export function cachedAnswer<Value>(
  query: () => Promise<Value>,
  maxAgeMs: number,
  agePerDuration?: number,
): () => Promise<Measured<Value>> {
  const cached = cachedFor(
    async () => {
      try {
        return { answer: await query() };
      } catch (error) {
        return { error };
      }
    },
    maxAgeMs,
    agePerDuration,
  );
  return async () => {
    const { value, measuredAt } = await cached();
    if ('error' in value) throw value.error;
    return { value: value.answer, measuredAt };
  };
}
