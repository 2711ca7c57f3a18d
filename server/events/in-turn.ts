/** How long a job continues with further batches. A job of the same queue starts up to a poll later. */
export const turnMs = 2_000;

/** Runs batches, at least one, until there is none, the turn is over, or the process stops. A batch answers whether there was one. */
export async function inTurn(batch: () => Promise<boolean>, signal: AbortSignal, turn: number): Promise<void> {
  signal.throwIfAborted();
  const endsAt = performance.now() + turn;
  while ((await batch()) && performance.now() < endsAt && !signal.aborted);
}
