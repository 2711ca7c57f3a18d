/** The time for batches of a job. Another job of the same queue continues, up to a poll later. */
export const batchesMs = 2_000;

/** Runs batches, at least one, until one finds nothing, the time is over, or the process stops. A batch returns whether it found anything. */
export async function runBatches(batch: () => Promise<boolean>, signal: AbortSignal, forMs: number): Promise<void> {
  signal.throwIfAborted();
  const endsAt = performance.now() + forMs;
  while ((await batch()) && performance.now() < endsAt && !signal.aborted);
}
