import { setImmediate } from 'node:timers/promises';
import type { Database } from '../database/client/sql.ts';
import { historyDays } from './calendar.ts';
import { storyUntil } from './story.ts';
import type { WebhookParts } from './webhook-work.ts';

export interface SeedDemoOptions extends WebhookParts {
  readonly database: Database;
  readonly agencyId: string;
  /** Brings the projections up to date: once when the latest weeks are in, and at the end. */
  readonly refreshProjections: () => Promise<void>;
  /** Called with how much is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Stops after the chapter that is being written; the next call resumes there. */
  readonly signal?: AbortSignal;
  /** How far back the story goes: two years where it is left out. */
  readonly days?: number;
}

/** The share of the story after which its latest weeks are worth showing. */
const firstRefreshShare = 0.12;

interface Progress {
  batches_done: number;
  completed_at: Date | null;
  created_at: Date;
}

/**
 * Generates the demo agency's story, chapter by chapter. Each moves the count of chapters in its own transaction: a process
 * that is killed loses nothing but its current chapter, and two processes never write the same one. Answers false where
 * the signal stopped it before the end.
 */
export async function seedDemo({
  database,
  agencyId,
  sealer,
  statements,
  refreshProjections,
  onProgress,
  signal,
  days = historyDays,
}: SeedDemoOptions): Promise<boolean> {
  const [progress] = await database.query<Progress>({
    text: 'SELECT d.batches_done, d.completed_at, a.created_at FROM demo_agencies d JOIN agencies a ON a.id = d.agency_id WHERE a.id = $1',
    values: [agencyId],
  });
  if (!progress || progress.completed_at) return true;

  let isRefreshed = false;
  let position = 0;
  for (const chapter of storyUntil(progress.created_at, days, { sealer, statements })) {
    if (signal?.aborted) return false;
    position += 1;
    if (position <= progress.batches_done) continue;
    const before = position - 1;
    await database.transaction(async (transaction) => {
      const claimed = await transaction.query({
        text: 'UPDATE demo_agencies SET batches_done = $3 WHERE agency_id = $1 AND batches_done = $2 RETURNING 1',
        values: [agencyId, before, position],
      });
      if (claimed.length > 0) await chapter.write(transaction, agencyId);
    });
    onProgress?.(chapter.share);
    if (!isRefreshed && chapter.share >= firstRefreshShare) {
      isRefreshed = true;
      await refreshProjections();
    }
    await setImmediate();
  }
  await refreshProjections();
  await database.query({ text: 'ANALYZE sends, orders, fans, fan_spends, sent_messages' });
  await database.query({ text: 'UPDATE demo_agencies SET completed_at = now() WHERE agency_id = $1', values: [agencyId] });
  onProgress?.(1);
  return true;
}
