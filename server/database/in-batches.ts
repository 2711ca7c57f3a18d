import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql, Statement } from './sql.ts';

/** How long to wait after a batch, in terms of the time that it took: the database is left to others half of the time. */
const restPerWork = 1;

/** Runs one batch of work that nobody waits for, and rests where it found something to do. Throws when `signal` ends it. */
export async function batch<Row>(sql: Sql, signal: AbortSignal, statement: Statement, didWork: (rows: Row[]) => boolean): Promise<Row[]> {
  signal.throwIfAborted();
  const startedAt = Date.now();
  const rows = await sql.query<Row>(statement);
  if (didWork(rows)) await sleep((Date.now() - startedAt) * restPerWork, undefined, { signal });
  return rows;
}

/**
 * Repeats a statement that removes up to `batchSize` rows and answers with their `count`, until it finds no full batch.
 * Locked rows are left for the next time.
 */
export async function removeInBatches(sql: Sql, signal: AbortSignal, batchSize: number, statement: Statement): Promise<void> {
  for (let count = batchSize; count >= batchSize;) {
    const [row] = await batch<{ count: number }>(sql, signal, statement, ([found]) => found!.count > 0);
    count = row!.count;
  }
}
