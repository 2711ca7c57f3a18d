import { setTimeout } from 'node:timers/promises';

const leastPauseMs = 100;
const mostPauseMs = 1_000;

/** A query that takes longer is followed by a longer pause, so that it never takes more than a part of the time. */
const pausePerDuration = 20;

/**
 * Shares a query between all who ask for it: each caller waits for one that began after it asked, so that it sees every change that was
 * committed before. However many ask, one query runs at a time, with a pause after it.
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
      mayBeginAtMs = endedAtMs + Math.min(mostPauseMs, Math.max(leastPauseMs, (endedAtMs - begunAtMs) * pausePerDuration));
    }
  };
  return () => (next ??= begin());
}
