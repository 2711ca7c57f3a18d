// Each statement takes the changed quarters as two lists: the agencies ($1) and the beginnings of the quarters ($2).
const changed = 'changed AS MATERIALIZED (SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) AS c (agency_id, quarter))';

/** The rows of a source whose instant lies in a changed quarter: one range of an index for each quarter. */
const inChangedQuarters = (table: string, instant: string, columns: string): string => `
  SELECT c.agency_id, c.quarter, f.*
    FROM changed c
   CROSS JOIN LATERAL (
         SELECT ${columns} FROM ${table} f
          WHERE f.agency_id = c.agency_id AND f.${instant} >= c.quarter AND f.${instant} < c.quarter + interval '15 minutes'
         OFFSET 0) f`;

const clear = (table: string): string => `
  DELETE FROM ${table} t
   USING unnest($1::uuid[], $2::timestamptz[]) AS c (agency_id, quarter)
   WHERE t.agency_id = c.agency_id AND t.quarter = c.quarter`;

export const rewriteRevenueQuarters: readonly string[] = [
  clear('revenue_quarters'),
  `WITH ${changed}, facts AS (
     ${inChangedQuarters('orders', 'created_at', 'creator_id, user_id, order_type, amount_cents AS revenue_cents, 0 AS refunded_cents, 1 AS orders_count')}
     UNION ALL
     ${inChangedQuarters('orders', 'refunded_at', 'creator_id, user_id, order_type, 0 AS revenue_cents, amount_cents AS refunded_cents, 0 AS orders_count')}
   )
   INSERT INTO revenue_quarters (agency_id, quarter, creator_id, user_id, order_type, revenue_cents, refunded_cents, orders_count)
   SELECT agency_id, quarter, creator_id, coalesce(user_id, ''), order_type, sum(revenue_cents), sum(refunded_cents), sum(orders_count)
     FROM facts
    GROUP BY agency_id, quarter, creator_id, user_id, order_type
    ORDER BY 1, 2, 3, 4, 5`,
];

export const rewriteMessageQuarters: readonly string[] = [
  clear('message_quarters'),
  `WITH ${changed}, facts AS (
     ${inChangedQuarters('sends', 'sent_at', 'creator_id, sent_by_user_id AS user_id')}
   )
   INSERT INTO message_quarters (agency_id, quarter, creator_id, user_id, messages_sent_count)
   SELECT agency_id, quarter, creator_id, coalesce(user_id, ''), count(*)
     FROM facts
    GROUP BY agency_id, quarter, creator_id, user_id
    ORDER BY 1, 2, 3, 4`,
];

/** The quarters of both kinds that lie in the blocks of `blocks`. */
const inBlocks = (blocks: string, length: string): string => `
  SELECT b.agency_id, b.starts_at, q.*
    FROM ${blocks} b
   CROSS JOIN LATERAL (
         SELECT creator_id, user_id, order_type, revenue_cents, refunded_cents, orders_count, 0 AS messages_sent_count
           FROM revenue_quarters q
          WHERE q.agency_id = b.agency_id AND q.quarter >= b.starts_at AND q.quarter < b.starts_at + interval '${length}'
         UNION ALL
         SELECT creator_id, user_id, '', 0, 0, 0, messages_sent_count
           FROM message_quarters q
          WHERE q.agency_id = b.agency_id AND q.quarter >= b.starts_at AND q.quarter < b.starts_at + interval '${length}') q`;

const sums = `
  sum(revenue_cents) AS revenue_cents, sum(refunded_cents) AS refunded_cents,
  sum(orders_count) AS orders_count, sum(messages_sent_count) AS messages_sent_count`;

/** A block that stays as it is is not written, so that a late fact costs its own rows and not its whole week. */
export const rewriteBlocks = `
  WITH ${changed}, days AS MATERIALIZED (
    SELECT DISTINCT agency_id, date_trunc('day', quarter, 'UTC') AS starts_at FROM changed
  ), weeks AS MATERIALIZED (
    SELECT DISTINCT agency_id, date_trunc('week', quarter, 'UTC') AS starts_at FROM changed
  ), computed AS MATERIALIZED (
    SELECT agency_id, 'creator' AS dimension, starts_at, creator_id, '' AS value, ${sums}
      FROM (${inBlocks('days', '1 day')}) q
     GROUP BY agency_id, starts_at, creator_id
    UNION ALL
    SELECT agency_id, CASE grouping(user_id) WHEN 0 THEN 'employee' ELSE 'order_type' END, starts_at, creator_id,
           coalesce(user_id, order_type), ${sums}
      FROM (${inBlocks('weeks', '7 days')}) q
     GROUP BY agency_id, starts_at, creator_id, GROUPING SETS ((user_id), (order_type))
    HAVING coalesce(user_id, order_type) <> ''
  ), gone AS (
    DELETE FROM activity_blocks t
     USING (SELECT agency_id, 'creator' AS dimension, starts_at FROM days
            UNION ALL
            SELECT agency_id, unnest(ARRAY['employee', 'order_type']), starts_at FROM weeks) b
     WHERE t.agency_id = b.agency_id AND t.dimension = b.dimension AND t.starts_at = b.starts_at
       AND NOT EXISTS (SELECT FROM computed n
                        WHERE n.agency_id = t.agency_id AND n.dimension = t.dimension AND n.starts_at = t.starts_at
                          AND n.creator_id = t.creator_id AND n.value = t.value)
  )
  INSERT INTO activity_blocks AS t (agency_id, dimension, starts_at, creator_id, value, revenue_cents, refunded_cents, orders_count, messages_sent_count)
  SELECT * FROM computed ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (agency_id, dimension, starts_at, creator_id, value) DO UPDATE
     SET revenue_cents = EXCLUDED.revenue_cents, refunded_cents = EXCLUDED.refunded_cents,
         orders_count = EXCLUDED.orders_count, messages_sent_count = EXCLUDED.messages_sent_count
   WHERE (t.revenue_cents, t.refunded_cents, t.orders_count, t.messages_sent_count)
         IS DISTINCT FROM (EXCLUDED.revenue_cents, EXCLUDED.refunded_cents, EXCLUDED.orders_count, EXCLUDED.messages_sent_count)`;
