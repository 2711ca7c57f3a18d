import type { Sql } from '../database/client/sql.ts';
import { examples } from './examples.ts';
import { fanCount, fanDays } from './people.ts';

/** The mean number of facts on a usual day, by kind. */
const perDay = `(VALUES ('send', 84.0), ('tip', 5.0), ('push', 2.4), ('ai_request', 4.0)) AS k (kind, mean)`;

/** The agency grows, weekends and the first days of a month are strong, August is weak. */
const busyness = `
  (1.3 - 0.75 * days_ago / 731) * (ARRAY[1.22, 0.86, 0.84, 0.9, 0.97, 1.14, 1.26])[1 + extract(dow FROM start)::int] *
  CASE WHEN extract(day FROM start) <= 3 THEN 1.15 ELSE 1 END * CASE extract(month FROM start) WHEN 8 THEN 0.86 WHEN 12 THEN 1.14 ELSE 1 END`;

/** Hours of the day in UTC, repeated by their share of the facts: few before dawn, a small peak at noon, most in the evening. */
const hours = [0, 1, 7, 9, 10, 11, 12, 12, 13, 15, 16, 17, 17, 18, 18, 19, 19, 19, 20, 20, 20, 20, 21, 21, 21, 21, 22, 22, 22, 23];

const prices = '(ARRAY[500, 800, 1000, 1200, 1500, 1900, 2500, 3000, 3900, 4900, 6900, 9900])';
const quarterOf = (instant: string) => `date_bin('15 minutes', ${instant}, timestamptz '2000-01-01')`;

/**
 * Writes the facts from `$3` to `$4` days ago and before `$2`, the spend of fans, and the work lists of the projections. A fan has facts only after its
 * first contact; every second fact is of a VIP. The latest eight AI requests are not acknowledged yet.
 */
const writeFacts = `
  WITH fan AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY related_at) AS n, fan_id, fan_username, creator_id, account_id, subscription_status, related_at FROM fans WHERE agency_id = $1
  ), team AS MATERIALIZED (
    SELECT array_agg(id ORDER BY created_at) AS ids, array_agg(id ORDER BY created_at) FILTER (WHERE active) AS active_ids
      FROM employees WHERE agency_id = $1 AND role = 'chatter'
  ), moment AS MATERIALIZED (
    SELECT m.kind, m.at, f.*, random() AS a, random() AS b, random() AS c, uuidv7(m.at - clock_timestamp())::text AS id,
           (extract(epoch FROM m.at) * 800)::bigint::text AS message_id,
           CASE WHEN m.at < $2::timestamptz - interval '400 days' THEN t.ids[1 + floor(m.r * cardinality(t.ids))::int]
                ELSE t.active_ids[1 + floor(m.r * cardinality(t.active_ids))::int] END AS user_id
      FROM (SELECT kind, start + interval '1 hour' * ((ARRAY[${hours.join(', ')}])[1 + floor(random() * ${hours.length})::int] + random()) AS at,
                   random() AS q, random() * random() AS r
              FROM (SELECT days_ago, date_trunc('day', $2::timestamptz) - days_ago * interval '1 day' AS start FROM generate_series($3::int, $4::int) days_ago) d,
                   ${perDay}
             CROSS JOIN LATERAL generate_series(1, floor(k.mean * ${busyness} + random())::int)) m
     CROSS JOIN team t
     CROSS JOIN LATERAL (SELECT floor(m.q * ${fanCount} * (1 - power(extract(epoch FROM $2::timestamptz - m.at) / (86400.0 * ${fanDays}), 0.74)))::int AS n) p
      JOIN fan f ON f.n = greatest(1, CASE WHEN p.n % 2 = 0 THEN p.n - p.n % 17 ELSE p.n END)
     WHERE m.at < $2::timestamptz AND f.related_at < m.at
  ), offer AS MATERIALIZED (
    SELECT m.*, a < 0.24 AS is_private, CASE WHEN a < 0.22 THEN ${prices}[1 + floor(b * b * 12)::int] END AS price, at + interval '20 seconds' + c * c * interval '2 hours' AS bought_at
      FROM moment m WHERE kind = 'send'
  ), sent AS (
    INSERT INTO sends (agency_id, id, sent_at, source, sent_by_user_id, creator_id, fan_id, fan_username, is_private_media, price_eur, sale_status, message_id, media)
    SELECT $1, id, at, CASE WHEN b < 0.22 THEN 'script' ELSE 'messaging' END, CASE WHEN c > 0.04 THEN user_id END, creator_id, fan_id, fan_username, is_private, price,
           CASE WHEN NOT is_private THEN NULL WHEN price IS NULL THEN 'free' WHEN bought_at >= $2::timestamptz OR c > 0.92 THEN 'pending'
                WHEN c < 0.42 THEN 'purchased' ELSE 'refused' END,
           message_id, CASE WHEN is_private OR b < 0.1 THEN jsonb_build_array(jsonb_build_object('id', (900000000 - n)::text, 'type', 'photo')) ELSE '[]' END
      FROM offer RETURNING id, sent_at, sale_status
  ), bought AS MATERIALIZED (
    SELECT uuidv7(bought_at - clock_timestamp())::text AS id, 'private_media' AS type, creator_id, account_id, fan_id, user_id, message_id, price AS amount, bought_at AS at
      FROM offer JOIN sent USING (id) WHERE sale_status = 'purchased'
    UNION ALL
    SELECT id, kind, creator_id, account_id, fan_id, CASE WHEN kind = 'tip' AND c < 0.85 THEN user_id END, CASE WHEN kind = 'push' THEN message_id END,
           CASE kind WHEN 'tip' THEN (ARRAY[200, 300, 500, 500, 1000, 1500, 2000, 5000])[1 + floor(a * 8)::int] ELSE 700 + floor(a * 4)::int * 400 END, at
      FROM moment WHERE kind IN ('tip', 'push')
    UNION ALL
    SELECT uuidv7(r.at - clock_timestamp())::text, 'subscription', creator_id, account_id, fan_id, NULL, NULL, 999, r.at
      FROM fan CROSS JOIN LATERAL generate_series(related_at, CASE subscription_status WHEN 'active_subscriber' THEN $2::timestamptz ELSE related_at + n % 9 * interval '30 days' END,
                                                  interval '30 days') AS r (at)
     WHERE subscription_status <> 'interested' AND r.at < least($2::timestamptz, date_trunc('day', $2::timestamptz) - ($3::int - 1) * interval '1 day')
       AND r.at >= date_trunc('day', $2::timestamptz) - $4::int * interval '1 day'
  ), named AS MATERIALIZED (
    SELECT b.*, CASE WHEN random() < 0.05 THEN at + random() * interval '9 days' END AS refunded, $3::int = 0 AND row_number() OVER (ORDER BY at DESC) = 1 AS is_example FROM bought b
  ), ordered AS (
    INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, fan_id, user_id, message_id, amount_cents, created_at, refunded_at)
    SELECT $1, CASE WHEN is_example THEN $5 ELSE id END, type, creator_id, account_id, fan_id, user_id, message_id, amount, at, CASE WHEN refunded < $2::timestamptz THEN refunded END
      FROM named RETURNING account_id, fan_id, order_type, amount_cents, created_at, refunded_at
  ), spent AS (
    INSERT INTO fan_spends AS s (agency_id, account_id, fan_id, spend_cents, last_purchase_at)
    SELECT $1, account_id, fan_id, sum(amount_cents), max(created_at) FROM ordered WHERE order_type <> 'subscription' AND refunded_at IS NULL GROUP BY 2, 3
    ON CONFLICT (agency_id, account_id, fan_id) DO UPDATE
       SET spend_cents = s.spend_cents + excluded.spend_cents, last_purchase_at = greatest(s.last_purchase_at, excluded.last_purchase_at)
  ), asked AS (
    INSERT INTO ai_requests (agency_id, id, creator_id, account_id, fan_id, action, requested_by_user_id, requested_at, acknowledged_at)
    SELECT $1, id, creator_id, account_id, fan_id, CASE WHEN a < 0.6 THEN 'relaunch' ELSE 'stop' END, user_id, at,
           CASE WHEN $3::int > 0 OR row_number() OVER (ORDER BY at DESC) > 8 THEN at + interval '7 minutes' END
      FROM moment WHERE kind = 'ai_request'
  ), listed AS (
    INSERT INTO changed_sends (agency_id, send_id) SELECT $1, id FROM sent
  )
  INSERT INTO changed_quarters (agency_id, quarter)
  SELECT DISTINCT $1::uuid, ${quarterOf('at')}
    FROM (SELECT created_at AS at FROM ordered UNION ALL SELECT refunded_at FROM ordered WHERE refunded_at IS NOT NULL UNION ALL SELECT sent_at FROM sent) f`;

/** Writes the facts of a range of days, counted back from the day of `now`. */
export async function writeFactsOf(sql: Sql, agencyId: string, now: Date, fromDaysAgo: number, toDaysAgo: number): Promise<void> {
  await sql.query({ text: writeFacts, values: [agencyId, now, fromDaysAgo, toDaysAgo, examples.orderId] });
}
