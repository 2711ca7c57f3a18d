import { setTimeout } from 'node:timers/promises';

const minPauseMs = 100;
const maxPauseMs = 1_000;

/** The pause is longer after a longer query, so that the query takes at most a twentieth of the time. */
const pausePerDuration = 20;

/**
 * Shares a query between callers. Each waits for a query that begins after its call, and so sees every change that was committed before.
 * One query runs at a time, with a pause after it.
 */
export function sharedQuery(query: () => Promise<void>): () => Promise<void> {
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  let mayBeginAtMs = -Infinity;
  const begin = async (): Promise<void> => {
    await last.catch(() => undefined);
    const pauseMs = mayBeginAtMs - performance.now();
    if (pauseMs > 0) await setTimeout(pauseMs, undefined, { ref: false });
    last = next!;
    next = undefined;
    const begunAtMs = performance.now();
    try {
      await query();
    } finally {
      const endedAtMs = performance.now();
      mayBeginAtMs = endedAtMs + Math.min(maxPauseMs, Math.max(minPauseMs, (endedAtMs - begunAtMs) * pausePerDuration));
    }
  };
  return () => (next ??= begin());
}
