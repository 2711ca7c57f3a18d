/** The time limit for the batches of a job. Another job of the same queue continues, at the latest after one poll interval. */
export const batchesMs = 2_000;

/**
 * Runs at least one batch, until a batch finds no rows, the time limit is reached, or the process stops. A batch returns whether it found
 * rows.
 */
export async function runBatches(batch: () => Promise<boolean>, signal: AbortSignal, forMs: number): Promise<void> {
  signal.throwIfAborted();
  const endsAt = performance.now() + forMs;
  while ((await batch()) && performance.now() < endsAt && !signal.aborted);
}
