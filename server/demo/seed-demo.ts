import { setImmediate } from 'node:timers/promises';
import type { Database, Transaction } from '../database/client/sql.ts';
import { refusals } from './demo-poster.ts';
import { writeFactsOf } from './facts.ts';
import { writeInsights, writePeople, writePublications } from './people.ts';
import { writeWebhooks, type WebhookParts } from './webhook-work.ts';

export interface SeedDemoOptions extends WebhookParts {
  readonly database: Database;
  readonly agencyId: string;
  /** Brings the projections up to date: once when the latest weeks are in, and at the end. */
  readonly refreshProjections: () => Promise<void>;
  /** Called with how much is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Stops after the chapter that is being written; the next call resumes there. */
  readonly signal?: AbortSignal;
  /** How far back the facts go: two years where it is left out. */
  readonly days?: number;
}

/** Days of a chapter: a statement writes them within its time. */
const chapterDays = 43;

/** One transaction's part of the past. */
type Chapter = (transaction: Transaction, agencyId: string) => Promise<void>;

/** The past up to the instant `now`, its latest weeks first. */
function chaptersUntil(now: Date, days: number, parts: WebhookParts): Chapter[] {
  const facts = Array.from({ length: Math.ceil(days / chapterDays) }, (_, n): Chapter => {
    const from = n * chapterDays;
    return (transaction, agencyId) => writeFactsOf(transaction, agencyId, now, from, Math.min(from + chapterDays, days) - 1);
  });
  return [
    async (transaction, agencyId) => {
      await writePeople(transaction, agencyId, now);
      await writeInsights(transaction, agencyId, now);
      await writePublications(transaction, agencyId, now, refusals);
    },
    facts[0]!,
    (transaction, agencyId) => writeWebhooks(transaction, agencyId, now, parts),
    ...facts.slice(1),
  ];
}

/** After these, the latest weeks are there. */
const firstChapters = 3;

interface Progress {
  batches_done: number;
  completed_at: Date | null;
  created_at: Date;
}

/**
 * Writes the demo agency's past, chapter by chapter. Each moves the count of chapters in its own transaction: a process that is killed
 * loses nothing but its current chapter, and two processes never write the same one. Answers false where the signal stopped it before the end.
 */
export async function seedDemo(options: SeedDemoOptions): Promise<boolean> {
  const { database, agencyId, sealer, statements, refreshProjections, onProgress, signal, days = 731 } = options;
  const [progress] = await database.query<Progress>({
    text: `
      SELECT d.batches_done, d.completed_at, a.created_at FROM demo_agencies d JOIN agencies a ON a.id = d.agency_id WHERE a.id = $1`,
    values: [agencyId],
  });
  if (!progress || progress.completed_at) return true;
  const chapters = chaptersUntil(progress.created_at, days, { sealer, statements });
  for (let done = progress.batches_done; done < chapters.length; done += 1) {
    if (signal?.aborted) return false;
    await database.transaction(async (transaction) => {
      const claimed = await transaction.query({
        text: 'UPDATE demo_agencies SET batches_done = $3 WHERE agency_id = $1 AND batches_done = $2 RETURNING 1',
        values: [agencyId, done, done + 1],
      });
      if (claimed.length > 0) await chapters[done]!(transaction, agencyId);
    });
    onProgress?.((done + 1) / (chapters.length + 1));
    if (done + 1 === firstChapters) await refreshProjections();
    await setImmediate();
  }
  await refreshProjections();
  await database.query({ text: 'ANALYZE sends, orders, fans, fan_spends, sent_messages' });
  await database.query({ text: 'UPDATE demo_agencies SET completed_at = now() WHERE agency_id = $1', values: [agencyId] });
  onProgress?.(1);
  return true;
}
