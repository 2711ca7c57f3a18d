import { setImmediate } from 'node:timers/promises';
import type { Database, Transaction } from '../database/client/sql.ts';
import type { SecretSealer } from '../entities/signing-secret.ts';
import { refusals } from './demo-poster.ts';
import { writeFactsOf } from './facts.ts';
import { writeInsights, writePeople, writePublications } from './people.ts';
import { writeWebhooks } from './webhook-history.ts';

export interface SeedDemoOptions {
  readonly database: Database;
  readonly sealer: SecretSealer;
  readonly agencyId: string;
  /** Called when the latest weeks are written, and at the end. */
  readonly refreshProjections: () => Promise<void>;
  /** Receives the completed share, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Stops after the chapter that is being written; the next call resumes after it. */
  readonly signal?: AbortSignal;
  /** Days of facts; two years unless given. */
  readonly days?: number;
}

/** The number of days whose facts a chapter can write within the statement timeout. */
const chapterDays = 43;

/** A part of the past that one transaction writes. */
type Chapter = (transaction: Transaction, agencyId: string) => Promise<void>;

/** The past up to the instant `now`, its latest weeks first. */
function chaptersUntil(now: Date, days: number, sealer: SecretSealer): Chapter[] {
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
    (transaction, agencyId) => writeWebhooks(transaction, agencyId, now, sealer),
    ...facts.slice(1),
  ];
}

/** The chapters of the latest weeks. */
const latestChapters = 3;

interface Progress {
  batches_done: number;
  completed_at: Date | null;
  created_at: Date;
}

/**
 * Writes the demo agency's past, chapter by chapter. Each chapter increments the count in its own transaction: a killed process loses only its current
 * chapter, and two processes never write the same one. Returns false if the signal stopped it before the end.
 */
export async function seedDemo(options: SeedDemoOptions): Promise<boolean> {
  const { database, agencyId, sealer, refreshProjections, onProgress, signal, days = 731 } = options;
  const [progress] = await database.query<Progress>({
    text: `
      SELECT d.batches_done, d.completed_at, a.created_at FROM demo_agencies d JOIN agencies a ON a.id = d.agency_id WHERE a.id = $1`,
    values: [agencyId],
  });
  if (!progress || progress.completed_at) return true;
  const chapters = chaptersUntil(progress.created_at, days, sealer);
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
    if (done + 1 === latestChapters) await refreshProjections();
    await setImmediate();
  }
  await refreshProjections();
  await database.query({ text: 'ANALYZE sends, orders, fans, fan_spends, sent_messages' });
  await database.query({ text: 'UPDATE demo_agencies SET completed_at = now() WHERE agency_id = $1', values: [agencyId] });
  onProgress?.(1);
  return true;
}
