import type { Sql } from '../database/client/sql.ts';
import type { WrittenOrder, WrittenRefund, WrittenSend } from './write-records.ts';

/** SQL: the quarter hour of an instant. */
const quarterOf = (instant: string) => `date_bin('15 minutes', ${instant}, 'epoch')`;

const addQuarters = 'INSERT INTO changed_quarters (agency_id, quarter)';

/** SQL that adds the quarter hour of one instant to the work list of the roll-up. The instant is a column of `table`, as its agency is. */
export const markQuarterChanged = (table: string, instant: string) =>
  `${addQuarters} SELECT agency_id, ${quarterOf(instant)} FROM ${table}`;

/** SQL that adds the quarter hours of instants, which a query returns with their agencies, to the work list of the roll-up. */
export const markQuartersChanged = (instants: string) => `
        ${addQuarters}
        SELECT DISTINCT agency_id, ${quarterOf('instant')} FROM (${instants}) AS changed (agency_id, instant) WHERE instant IS NOT NULL`;

export interface WrittenFacts {
  readonly sends: readonly WrittenSend[];
  readonly orders: readonly WrittenOrder[];
  readonly refunds: readonly WrittenRefund[];
}

/**
 * Adds the written facts to the work lists of the projections. The statements are separate from those that write the facts. Citus sends the
 * rows of a combined statement to every worker, so that a lost worker would block the records of all agencies.
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
        text: markQuartersChanged('SELECT * FROM unnest($1::uuid[], $2::timestamptz[])'),
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
