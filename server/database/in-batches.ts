import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql, Statement } from './client/sql.ts';

/** The pause after a batch, as a multiple of its duration. Batches use the database half of the time. */
const pausePerWork = 1;

/** Runs one batch of background work. Pauses if the batch changed rows. Throws when `signal` aborts. */
export async function batch<Row>(sql: Sql, signal: AbortSignal, statement: Statement, didWork: (rows: Row[]) => boolean): Promise<Row[]> {
  signal.throwIfAborted();
  const startedAt = Date.now();
  const rows = await sql.query<Row>(statement);
  if (didWork(rows)) await sleep((Date.now() - startedAt) * pausePerWork, undefined, { signal });
  return rows;
}

interface Walk<Row, Key> {
  /** Before the first key. */
  readonly start: Key;
  /** Reads the next rows in the order of their keys; none at the end. */
  readonly next: (after: Key) => Promise<readonly Row[]>;
  readonly keyOf: (row: Row) => Key;
}

/** Reads rows in the order of a key, and changes each batch with `write`. Returns the number of rows. */
export async function changeInBatches<Row, Key>(
  { start, next, keyOf }: Walk<Row, Key>,
  write: (rows: readonly Row[]) => Promise<unknown>,
): Promise<number> {
  let count = 0;
  for (let after = start; ;) {
    const rows = await next(after);
    const last = rows.at(-1);
    if (!last) return count;
    await write(rows);
    after = keyOf(last);
    count += rows.length;
  }
}

/** For `batch`: whether it found rows. */
export const hasRows = ({ length }: readonly unknown[]) => length > 0;

const batchSize = 1_000;

/** SQL that removes a batch of the rows of a table that meet a condition. Locked rows stay until the next run. */
const removeBatchFrom = (table: string, condition: string) => `
  WITH old AS MATERIALIZED (
    SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM ${table} t USING old WHERE t.ctid = old.ctid RETURNING 1
  )
  SELECT count(*) AS count FROM removed`;

/** Removes the rows of a table that meet a condition, in batches of one transaction each. */
export function removeRows(
  sql: Sql,
  signal: AbortSignal,
  table: string,
  condition: string,
  values: readonly unknown[] = [],
): Promise<void> {
  return runInBatches(sql, signal, batchSize, { text: removeBatchFrom(table, condition), values });
}

/** Repeats a statement that changes up to `batchSize` rows and returns their `count`, until a batch is not full. */
export async function runInBatches(sql: Sql, signal: AbortSignal, batchSize: number, statement: Statement): Promise<void> {
  for (let count = batchSize; count >= batchSize;) {
    const [row] = await batch<{ count: number }>(sql, signal, statement, ([found]) => found!.count > 0);
    count = row!.count;
  }
}
