import type { Sql } from '../database/sql.ts';

const batchSize = 3_000;

/** Quarter hours of agencies, as two lists of the same length. */
interface Quarters {
  readonly agencyIds: readonly string[];
  readonly quarters: readonly Date[];
}

/** The place in the work list up to which a pass has come. */
export interface RollUpPosition {
  readonly agencyId: string;
  readonly quarter: Date;
}

/** Takes the next changed quarters from the work list, in its order, each once however often it was named. */
async function takeChanged(sql: Sql, after: RollUpPosition | undefined): Promise<Quarters> {
  const rows = await sql.query<{ agency_id: string; quarter: Date }>({
    text: `
      WITH changed AS MATERIALIZED (
        SELECT DISTINCT agency_id, quarter FROM changed_quarters
         ${after ? 'WHERE (agency_id, quarter) > ($2, $3)' : ''}
         ORDER BY agency_id, quarter
         LIMIT $1
      ), taken AS (
        DELETE FROM changed_quarters q USING changed c WHERE q.agency_id = c.agency_id AND q.quarter = c.quarter
      )
      SELECT agency_id, quarter FROM changed ORDER BY agency_id, quarter`,
    values: after ? [batchSize, after.agencyId, after.quarter] : [batchSize],
  });
  return { agencyIds: rows.map((row) => row.agency_id), quarters: rows.map((row) => row.quarter) };
}

const changed = `SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) AS c (agency_id, quarter)`;

/** The rows of a source whose instant lies in a changed quarter: one range of an index for each quarter. */
const inChanged = (columns: string, table: string, instant: string): string => `
  SELECT c.agency_id, c.quarter, f.*
    FROM changed c
   CROSS JOIN LATERAL (
         SELECT ${columns} FROM ${table} f
          WHERE f.agency_id = c.agency_id AND f.${instant} >= c.quarter AND f.${instant} < c.quarter + interval '15 minutes'
         OFFSET 0) f`;

/**
 * Makes the rows of `table` in the scope of `changed` equal to `computed`. A row that stays as it is is not written, so
 * that a late fact costs its own rows and not those of its whole day.
 */
const replace = (table: string, keys: readonly string[], sums: readonly string[], scope: string): string => `
  gone AS (
    DELETE FROM ${table} t USING changed c
     WHERE t.agency_id = c.agency_id AND ${scope}
       AND NOT EXISTS (SELECT FROM computed n WHERE ${keys.map((key) => `n.${key} = t.${key}`).join(' AND ')})
  )
  INSERT INTO ${table} AS t (${[...keys, ...sums].join(', ')})
  SELECT ${[...keys, ...sums].join(', ')} FROM computed ORDER BY ${keys.join(', ')}
  ON CONFLICT (${keys.join(', ')}) DO UPDATE
     SET ${sums.map((sum) => `${sum} = EXCLUDED.${sum}`).join(', ')}
   WHERE (${sums.map((sum) => `t.${sum}`).join(', ')}) IS DISTINCT FROM (${sums.map((sum) => `EXCLUDED.${sum}`).join(', ')})`;

const revenueQuarters = `
  WITH changed AS MATERIALIZED (${changed}), facts AS (
    ${inChanged(`creator_id, coalesce(user_id, '') AS user_id, order_type, amount_cents AS revenue_cents, 0 AS refunded_cents, 1 AS orders_count`, 'orders', 'created_at')}
    UNION ALL
    ${inChanged(`creator_id, coalesce(user_id, '') AS user_id, order_type, 0 AS revenue_cents, amount_cents AS refunded_cents, 0 AS orders_count`, 'orders', 'refunded_at')}
  ), computed AS MATERIALIZED (
    SELECT agency_id, quarter, creator_id, user_id, order_type,
           sum(revenue_cents) AS revenue_cents, sum(refunded_cents) AS refunded_cents, sum(orders_count) AS orders_count
      FROM facts
     GROUP BY agency_id, quarter, creator_id, user_id, order_type
  ), ${replace(
    'revenue_quarters',
    ['agency_id', 'quarter', 'creator_id', 'user_id', 'order_type'],
    ['revenue_cents', 'refunded_cents', 'orders_count'],
    't.quarter = c.quarter',
  )}`;

const messageQuarters = `
  WITH changed AS MATERIALIZED (${changed}), facts AS (
    ${inChanged(`creator_id, coalesce(sent_by_user_id, '') AS user_id`, 'sends', 'sent_at')}
  ), computed AS MATERIALIZED (
    SELECT agency_id, quarter, creator_id, user_id, count(*) AS messages_sent_count
      FROM facts
     GROUP BY agency_id, quarter, creator_id, user_id
  ), ${replace(
    'message_quarters',
    ['agency_id', 'quarter', 'creator_id', 'user_id'],
    ['messages_sent_count'],
    't.quarter = c.quarter',
  )}`;

const quartersOfDay = (columns: string, table: string): string => `
  SELECT c.agency_id, c.day, q.*
    FROM changed c
   CROSS JOIN LATERAL (
         SELECT ${columns} FROM ${table} q
          WHERE q.agency_id = c.agency_id AND q.quarter >= c.day AND q.quarter < c.day + interval '24 hours'
         OFFSET 0) q`;

const activityDays = `
  WITH changed AS MATERIALIZED (
    SELECT DISTINCT agency_id, date_trunc('day', quarter, 'UTC') AS day FROM (${changed}) c
  ), quarters AS (
    ${quartersOfDay('creator_id, user_id, order_type, revenue_cents, refunded_cents, orders_count, 0 AS messages_sent_count', 'revenue_quarters')}
    UNION ALL
    ${quartersOfDay(`creator_id, user_id, '' AS order_type, 0, 0, 0, messages_sent_count`, 'message_quarters')}
  ), computed AS MATERIALIZED (
    SELECT agency_id, day, creator_id,
           CASE WHEN grouping(user_id) = 0 THEN 'employee' WHEN grouping(order_type) = 0 THEN 'order_type' ELSE 'creator' END AS dimension,
           coalesce(user_id, order_type, '') AS value,
           sum(revenue_cents) AS revenue_cents, sum(refunded_cents) AS refunded_cents,
           sum(orders_count) AS orders_count, sum(messages_sent_count) AS messages_sent_count
      FROM quarters
     GROUP BY agency_id, day, creator_id, GROUPING SETS ((), (user_id), (order_type))
    HAVING grouping(user_id, order_type) = 3 OR coalesce(user_id, order_type) <> ''
  ), ${replace(
    'activity_days',
    ['agency_id', 'dimension', 'day', 'creator_id', 'value'],
    ['revenue_cents', 'refunded_cents', 'orders_count', 'messages_sent_count'],
    `t.dimension IN ('creator', 'employee', 'order_type') AND t.day = c.day`,
  )}`;

/**
 * Recomputes up to `batchSize` changed quarters from the orders and sends, and the days they lie in from their
 * quarters, in one transaction: a reader never sees quarters and days that disagree. Answers with where the pass has
 * come, or with nothing when no changed quarter was left.
 */
export async function refreshRollUps(sql: Sql, after: RollUpPosition | undefined): Promise<RollUpPosition | undefined> {
  const { agencyIds, quarters } = await takeChanged(sql, after);
  const agencyId = agencyIds.at(-1);
  const quarter = quarters.at(-1);
  if (agencyId === undefined || quarter === undefined) return undefined;
  for (const text of [revenueQuarters, messageQuarters, activityDays]) {
    await sql.query({ text, values: [agencyIds, quarters] });
  }
  return quarters.length < batchSize ? undefined : { agencyId, quarter };
}
