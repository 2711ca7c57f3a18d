import type { Sql } from '../database/client/sql.ts';
import { rollUps } from './refresh-roll-ups.ts';
import { expireSentMessages, sentMessages } from './refresh-sent-messages.ts';
import { Batches, ProjectionTurns, type BatchOptions, type RefreshableDatabase } from './projection-turns.ts';

/** Changes of some agencies could not be read, since a worker of Citus is lost. */
export class ProjectionsIncomplete extends Error {
  /** The SQLSTATE of a lost connection. */
  readonly code = '08006';

  constructor() {
    super('A worker of Citus cannot be reached. Projections wait until it is back.');
  }
}

async function recordRefresh(sql: Sql, projection: string, startedAt: Date): Promise<void> {
  await sql.query({
    text: `
      INSERT INTO projection_refreshes AS p (projection, refreshed_at) VALUES ($1, $2)
      ON CONFLICT (projection) DO UPDATE SET refreshed_at = greatest(p.refreshed_at, EXCLUDED.refreshed_at)`,
    values: [projection, startedAt],
  });
}

/**
 * Brings the sent-message projection and the analytics roll-ups up to date, in batches of one transaction each, one agency
 * after the other. When it resolves, everything that was committed before the call is in them. Refreshes of several processes
 * take turns; one that dies, or that `signal` ends between two batches, has lost nothing but what it had not yet done. Throws
 * `ProjectionsIncomplete` when changes on a lost worker of Citus remain.
 */
export async function refreshProjections(database: RefreshableDatabase, options: BatchOptions = {}): Promise<void> {
  const [clock] = await database.query<{ now: Date }>({ text: 'SELECT now()' });
  const { now } = clock!;
  const parts = [
    { name: sentMessages.name, turns: new ProjectionTurns(database, sentMessages, options), isExpired: false, isDone: false },
    { name: rollUps.name, turns: new ProjectionTurns(database, rollUps, options), isExpired: true, isDone: false },
  ];
  const expiry = new Batches(database, sentMessages.rowsPerBatch, options);
  while (parts.some(({ isDone }) => !isDone)) {
    for (const part of parts) {
      const isFresh = await part.turns.round();
      part.isExpired ||= await expiry.run(expireSentMessages);
      if (part.isDone || !isFresh || !part.isExpired) continue;
      part.isDone = true;
      if (part.turns.isComplete) await recordRefresh(database, part.name, now);
    }
  }
  if (parts.some(({ turns }) => !turns.isComplete)) throw new ProjectionsIncomplete();
}
