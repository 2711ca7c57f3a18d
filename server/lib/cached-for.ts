export interface Measured<Value> {
  readonly value: Value;
  /** When the measurement began. */
  readonly measuredAt: Date;
}

/**
 * Measures on request, one measurement at a time. The result or the error is cached for `maxAgeMs`, or for `agePerDuration` times the
 * duration of the measurement if that is longer. `measure` must end within a bounded time.
 */
export function cachedFor<Value>(measure: () => Promise<Value>, maxAgeMs: number, agePerDuration = 0): () => Promise<Measured<Value>> {
  let latest: Promise<Measured<Value>> | undefined;
  let expiresAtMs = Infinity;
  return () => {
    if (latest && performance.now() < expiresAtMs) return latest;
    const [measuredAt, startedAtMs] = [new Date(), performance.now()];
    expiresAtMs = Infinity;
    latest = measure()
      .then((value) => ({ value, measuredAt }))
      .finally(() => (expiresAtMs = startedAtMs + Math.max(maxAgeMs, (performance.now() - startedAtMs) * agePerDuration)));
    return latest;
  };
}
