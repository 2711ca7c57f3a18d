import type { Sql } from '../database/client/sql.ts';
import type { WrittenOrder } from './write-orders.ts';
import type { WrittenRefund } from './write-refunds.ts';
import type { WrittenSend } from './write-sends.ts';

/** SQL: the quarter hour of an instant. */
const quarterOf = (instant: string) => `date_bin('15 minutes', ${instant}, 'epoch')`;

const nameQuarters = 'INSERT INTO changed_quarters (agency_id, quarter)';

/** SQL that names in the work list of the roll-up the quarter hour of one instant, which a row of a table has with its agency. */
export const changedQuarter = (table: string, instant: string) => `${nameQuarters} SELECT agency_id, ${quarterOf(instant)} FROM ${table}`;

/** SQL that names in the work list of the roll-up the quarter hours of instants, which a query gives with their agencies. */
export const changedQuarters = (instants: string) => `
        ${nameQuarters}
        SELECT DISTINCT agency_id, ${quarterOf('instant')} FROM (${instants}) AS changed (agency_id, instant) WHERE instant IS NOT NULL`;

export interface WrittenFacts {
  readonly sends: readonly WrittenSend[];
  readonly orders: readonly WrittenOrder[];
  readonly refunds: readonly WrittenRefund[];
}

/**
 * Names what was written in the work lists of the projections. These are statements of their own: Citus passes the rows of one that also writes
 * the facts to every worker, so that a lost worker would stop the records of all agencies.
 */
export async function noteChanges(sql: Sql, { sends, orders, refunds }: WrittenFacts): Promise<void> {
  const instants = [
    ...sends.flatMap(({ agency_id, old_sent_at, sent_at }) => [old_sent_at, sent_at].map((instant) => ({ agency_id, instant }))),
    ...orders.flatMap(({ agency_id, old_created_at, created_at, refunded_at }) =>
      [old_created_at, created_at, refunded_at].map((instant) => ({ agency_id, instant })),
    ),
    ...refunds.map(({ agency_id, refunded_at }) => ({ agency_id, instant: refunded_at })),
  ];
  const noted: Promise<unknown>[] = [];
  if (instants.length > 0)
    noted.push(
      sql.query({
        name: 'note-changed-quarters',
        text: changedQuarters('SELECT * FROM unnest($1::uuid[], $2::timestamptz[])'),
        values: [instants.map(({ agency_id }) => agency_id), instants.map(({ instant }) => instant)],
      }),
    );
  if (sends.length > 0)
    noted.push(
      sql.query({
        name: 'note-changed-sends',
        text: 'INSERT INTO changed_sends (agency_id, send_id) SELECT * FROM unnest($1::uuid[], $2::text[])',
        values: [sends.map(({ agency_id }) => agency_id), sends.map(({ id }) => id)],
      }),
    );
  await Promise.all(noted);
}
