import type { Sql, TransactingSql } from '../database/client/sql.ts';
import { rollUpsProjection } from './refresh-roll-ups.ts';
import { expireSentMessages, sentMessagesProjection } from './refresh-sent-messages.ts';
import { Batches, ProjectionTurns, type BatchOptions } from './projection-turns.ts';

/** Changes of some agencies could not be read, because a worker of Citus is lost. */
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
 * Refreshes the sent-message projection and the analytics roll-ups, in batches of one transaction each, one agency after the other. When it
 * resolves, they contain everything that was committed before the call. Refreshes of several processes take turns. If one dies, or `signal`
 * ends it between two batches, the rest stays in the work lists. Throws `ProjectionsIncomplete` if changes on a lost worker of Citus
 * remain.
 */
export async function updateProjections(database: TransactingSql, options: BatchOptions = {}): Promise<void> {
  const [clock] = await database.query<{ now: Date }>({ text: 'SELECT now()' });
  const { now } = clock!;
  const parts = [
    {
      name: sentMessagesProjection.name,
      turns: new ProjectionTurns(database, sentMessagesProjection, options),
      isExpired: false,
      isDone: false,
    },
    { name: rollUpsProjection.name, turns: new ProjectionTurns(database, rollUpsProjection, options), isExpired: true, isDone: false },
  ];
  const expiry = new Batches(database, sentMessagesProjection.rowsPerBatch, options);
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
