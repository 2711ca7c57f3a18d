import { openClient } from '../client/own-client.ts';
import { dropOldPartitions, makePartitions, planPartitions, readClock } from './partitions.ts';
import { rowsOf } from '../client/run-statement.ts';
import type { Sql } from '../client/sql.ts';

/** Limits the wait for a lock of another session, such as a dump. The next run tries again. */
const lockTimeoutMs = 60_000;

/** A detachment waits for the end of long-running readers. Other sessions do not wait for it. */
const statementTimeoutMs = 10 * 60_000;

/**
 * Creates and drops the daily partitions, over a connection of its own, because a detachment may take longer than other statements. `now` is in
 * milliseconds; the default is the database's clock.
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
