import { setTimeout as sleep } from 'node:timers/promises';
import { tryLockTransaction } from '../database/advisory-locks.ts';
import type { Sql } from '../database/sql.ts';
import { refreshRollUps, type RollUpPosition } from './refresh-roll-ups.ts';
import { expireSentMessages, refreshSentMessages } from './refresh-sent-messages.ts';

/** What a refresh needs of a database. */
export interface RefreshableDatabase extends Sql {
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
}

const turnPollMs = 50;

/**
 * One batch, alone among all processes: the lock is taken before the batch's first statement and let go by the commit.
 * What another refresh had taken is therefore either written or back in the work list when this batch looks. Nothing
 * waits inside the database, where a wait would hold a connection and end with the statement's time.
 */
async function batch<Result>(database: RefreshableDatabase, work: (sql: Sql) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    signal?.throwIfAborted();
    const outcome = await database.transaction(async (sql) => {
      const [lock] = await sql.query<{ is_ours: boolean }>({ text: `SELECT ${tryLockTransaction('projectionRefresh')} AS is_ours` });
      return lock?.is_ours ? { result: await work(sql) } : undefined;
    });
    if (outcome) return outcome.result;
    await sleep(turnPollMs, undefined, { signal });
  }
}

async function recordRefresh(database: RefreshableDatabase, projection: string, startedAt: Date): Promise<void> {
  await database.query({
    text: `
      INSERT INTO projection_refreshes AS p (projection, refreshed_at) VALUES ($1, $2)
      ON CONFLICT (projection) DO UPDATE SET refreshed_at = greatest(p.refreshed_at, EXCLUDED.refreshed_at)`,
    values: [projection, startedAt],
  });
}

/**
 * Brings the sent-message projection and the analytics roll-ups up to date, in batches of one transaction each. When it
 * resolves, everything that was committed before the call is in them. Refreshes of several processes take turns; one
 * that dies, or that `signal` ends between two batches, has lost nothing but what it had not yet done.
 */
export async function refreshProjections(database: RefreshableDatabase, signal?: AbortSignal): Promise<void> {
  const [clock] = await database.query<{ now: Date }>({ text: 'SELECT now()' });
  const { now } = clock!;
  const next = <Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> => batch(database, work, signal);

  while (!(await next(refreshSentMessages)));
  while (!(await next(expireSentMessages)));
  await recordRefresh(database, 'sent_messages', now);

  let position: RollUpPosition | undefined;
  do {
    const after = position;
    position = await next((sql) => refreshRollUps(sql, after));
  } while (position);
  await recordRefresh(database, 'analytics', now);
}
