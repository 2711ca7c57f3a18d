import { openClient } from '../client/own-client.ts';
import { dropOldPartitions, makePartitions, planPartitions, readClock } from './partitions.ts';
import { rowsOf } from '../client/run-statement.ts';
import type { Sql } from '../client/sql.ts';

/** How long a statement waits for a lock of another session, for example a dump; the next run tries again. */
const lockTimeoutMs = 60_000;

/** A table with a long-running reader is detached when the reader has ended; other sessions do not wait for that. */
const statementTimeoutMs = 10 * 60_000;

/**
 * Makes and drops the daily partitions over a connection of its own: taking a partition out waits for old transactions,
 * for longer than other statements may run. `now` is in milliseconds, the database's clock where it is left out.
 */
export async function maintainPartitions(databaseUrl: string, signal: AbortSignal, now?: number): Promise<string[]> {
  const client = await openClient(databaseUrl, 'partitions', { statement_timeout: statementTimeoutMs, lock_timeout: lockTimeoutMs });
  const cancel = () => void client.end();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const sql: Sql = { query: (statement) => rowsOf(client, statement) };
    const plan = planPartitions(now ?? (await readClock(sql)));
    await makePartitions(sql, plan);
    return await dropOldPartitions(sql, plan, signal);
  } finally {
    signal.removeEventListener('abort', cancel);
    await client.end().catch(() => undefined);
  }
}
