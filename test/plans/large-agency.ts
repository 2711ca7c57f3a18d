import pg from 'pg';
import { blockHours, blocksOrigin } from '../../server/query/roll-up-blocks.ts';
import { createTestDatabase } from '../support/database.ts';

/** One agency as large as some are: 20 creators, of whom the first has most of the fans and half of the sales. */
export interface LargeAgency {
  readonly agencyId: string;
  readonly endpointId: string;
  readonly client: pg.Client;
  close(): Promise<void>;
}

const rowCounts = {
  orders: 60_000,
  sentMessages: 60_000,
  fans: 60_000,
  fansOfFirst: 50_000,
  deliveries: 60_000,
  pending: 2_500,
  failures: 15_000,
  publications: 10_000,
};

const endpointCount = 5;

const creatorOf = (n: string) => `'c' || CASE WHEN ${n} % 2 = 0 THEN 1 ELSE 1 + ${n} % 20 END`;
/** A rare type, of no creator, and a common one. */
const typeOf = (n: string) => `CASE WHEN ${n} % 250 < 5 THEN 'ping' ELSE 'order.created' END`;
const creatorOfEvent = (n: string) => `CASE WHEN ${n} % 250 < 5 THEN NULL ELSE 'c1' END`;
/** Row `n` of `count`, over the last year. */
const at = (n: string, count: number) => `now() - interval '360 days' * (${n}::float8 / ${count}) - interval '1 hour'`;

const people = `
  INSERT INTO agencies (name) VALUES ('Large');
  INSERT INTO creators (agency_id, id, name, account_id) SELECT a.id, 'c' || n, 'c' || n, 'a' || n FROM agencies a, generate_series(1, 20) n;
  INSERT INTO employees (agency_id, id, name, role, active) SELECT a.id, 'e' || n, 'e' || n, 'chatter', true FROM agencies a, generate_series(1, 40) n;
  INSERT INTO tags (agency_id, id, name, position) SELECT a.id, 't' || n, 't' || n, n FROM agencies a, generate_series(1, 20) n;
  INSERT INTO webhook_endpoints (agency_id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, allowed_creator_ids, api_version)
  SELECT id, 'https://x.example', '', '', '', '{order.created}', '{c1}', '2026-07-06' FROM agencies, generate_series(1, ${endpointCount});
  INSERT INTO api_keys (agency_id, label, prefix, key_hash, scopes) SELECT id, 'key', 'svc_live_', sha256(n::text::bytea), '{read:orders}' FROM agencies, generate_series(1, 20000) n;
  INSERT INTO rate_windows (key_id, operation_id, counted_at, ages, granted) SELECT id, 'listOrders', now(), '{0}', 1 FROM api_keys`;

const lists = `
  INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, fan_id, user_id, amount_cents, created_at)
  SELECT a.id, 'o' || n, (ARRAY['tip', 'push', 'private_media'])[1 + n % 3], ${creatorOf('n')}, 'a1', 'f' || (n * 7919) % 50000, 'e' || 1 + n % 40, 100, ${at('n', rowCounts.orders)}
    FROM agencies a, generate_series(1, ${rowCounts.orders}) n;
  INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, fan_id, amount_cents, created_at)
  SELECT a.id, 'rare' || n, 'subscription', 'c20', 'a20', 'f0', 100, now() - interval '359 days' FROM agencies a, generate_series(1, 10) n;
  INSERT INTO sent_messages (agency_id, id, sent_at, source, sent_by_user_id, creator_id, fan_id, is_private_media, media)
  SELECT a.id, 's' || n, ${at('n', rowCounts.sentMessages)}, CASE WHEN n % 3 = 0 THEN 'script' ELSE 'messaging' END, 'e' || 1 + (n / 7) % 40,
         ${creatorOf('n')}, 'f' || n, false, '[]'
    FROM agencies a, generate_series(1, ${rowCounts.sentMessages}) n;
  INSERT INTO fans (agency_id, account_id, fan_id, creator_id, subscription_status, is_online, related_at, tag_ids, assigned_user_id)
  SELECT a.id, k.account, 'f' || n, 'c' || substr(k.account, 2), (ARRAY['active_subscriber', 'former_subscriber', 'interested'])[1 + n % 3], n % 10 = 0,
         ${at('n', rowCounts.fans)}, CASE WHEN n % 4 = 0 THEN ARRAY['t' || 1 + n % 20] ELSE '{}' END, CASE WHEN n % 2 = 0 THEN 'e' || 1 + (n / 2) % 40 END
    FROM agencies a, generate_series(1, ${rowCounts.fans}) n,
         LATERAL (SELECT CASE WHEN n <= ${rowCounts.fansOfFirst} THEN 'a1' ELSE 'a' || 2 + n % 19 END AS account) k;
  INSERT INTO fan_spends (agency_id, account_id, fan_id, spend_cents, last_purchase_at)
  SELECT a.id, 'a1', 'f' || n, n % 10000, ${at('n', rowCounts.fans)} FROM agencies a, generate_series(1, ${rowCounts.fansOfFirst}) n WHERE n % 10 > 0;
  INSERT INTO publications (agency_id, creator_id, text, status, created_at)
  SELECT a.id, ${creatorOf('n')}, 'x', 'published', ${at('n', rowCounts.publications)} FROM agencies a, generate_series(1, ${rowCounts.publications}) n;
  WITH numbered AS (SELECT agency_id, id, row_number() OVER () - 1 AS number FROM webhook_endpoints)
  INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts)
  SELECT e.agency_id, e.id, ${typeOf('n')}, CASE WHEN n % 250 < 5 THEN 'failed' ELSE 'delivered' END,
         uuidv7(- interval '29 days' * (n::float8 / ${rowCounts.deliveries})), uuidv7(), ${creatorOfEvent('n')}, '{}'
    FROM generate_series(1, ${rowCounts.deliveries}) n JOIN numbered e ON e.number = n % ${endpointCount};
  WITH numbered AS (SELECT agency_id, id, row_number() OVER () - 1 AS number FROM webhook_endpoints)
  INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, creator_id, occurred_at, generation, due_at)
  SELECT e.agency_id, e.id, 'order.created', uuidv7(), 'c1', now(), 1, now() + interval '1 minute'
    FROM generate_series(1, ${rowCounts.pending}) n JOIN numbered e ON e.number = n % ${endpointCount};
  WITH numbered AS (SELECT agency_id, id, row_number() OVER () - 1 AS number FROM webhook_endpoints)
  INSERT INTO delivery_failures (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, delivery_id, error, attempts, data)
  SELECT e.agency_id, e.id, ${typeOf('n')}, uuidv7(- interval '29 days' * (n::float8 / ${rowCounts.failures})), uuidv7(), ${creatorOfEvent('n')},
         now(), uuidv7(), 'timeout', '{}', '{}'
    FROM generate_series(1, ${rowCounts.failures}) n JOIN numbered e ON e.number = n % ${endpointCount};
  INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, delivered_count)
  SELECT e.agency_id, e.id, m.at, 'order.created', 1
    FROM webhook_endpoints e, generate_series(date_trunc('hour', now()) - interval '90 days', now(), interval '1 minute') AS m (at);
  INSERT INTO delivery_hours (agency_id, endpoint_id, hour, event_type, delivered_count, failed_count)
  SELECT e.agency_id, e.id, h.at, 'order.created', 60, 0
    FROM webhook_endpoints e, generate_series(date_trunc('hour', now()) - interval '90 days', now() - interval '2 hours', interval '1 hour') AS h (at);
  UPDATE delivery_hours_progress SET rolled_up_to = date_trunc('hour', now() - interval '1 hour')`;

const values = {
  creator: `ARRAY['']`,
  employee: `ARRAY(SELECT 'e' || n FROM generate_series(1, 40, 4) n)`,
  order_type: `ARRAY['tip', 'push', 'private_media']`,
};

const blocks = Object.entries(blockHours).flatMap(([dimension, lengths]) =>
  lengths.map(
    (hours) => `
    INSERT INTO activity_blocks (agency_id, dimension, length_hours, starts_at, creator_id, value, revenue_cents, refunded_cents, orders_count, messages_sent_count)
    SELECT a.id, '${dimension}', ${hours}, b.at, 'c' || c, v.value, 100, 0, 1, 1
      FROM agencies a, generate_series(1, 20) c, unnest(${values[dimension as keyof typeof values]}) AS v (value),
           generate_series(date_bin('${hours} hours', now() - interval '360 days', '${blocksOrigin}'), now(), interval '${hours} hours') AS b (at)`,
  ),
);

const quarters = `
  INSERT INTO revenue_quarters (agency_id, quarter, creator_id, user_id, order_type, revenue_cents, refunded_cents, orders_count)
  SELECT a.id, q.at, 'c' || c, 'e1', 'tip', 100, 0, 1
    FROM agencies a, generate_series(1, 20, 10) c, generate_series(date_bin('15 minutes', now() - interval '360 days', '2000-01-01'), now(), interval '15 minutes') AS q (at);
  INSERT INTO message_quarters (agency_id, quarter, creator_id, user_id, messages_sent_count)
  SELECT agency_id, quarter, creator_id, user_id, 1 FROM revenue_quarters`;

const filledTables =
  'api_keys, rate_windows, orders, sent_messages, fans, fan_spends, publications, delivery_queue, delivery_history, delivery_failures, delivery_minutes, delivery_hours, activity_blocks, revenue_quarters, message_quarters';

/** A database of its own, filled by statements of many rows: foreign keys are not checked meanwhile. */
export async function makeLargeAgency(): Promise<LargeAgency> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  for (const statements of [people, lists, ...blocks, quarters]) await client.query(statements);
  await client.query(`VACUUM (ANALYZE) ${filledTables}`);
  const [ids] = (await client.query<{ agency_id: string; id: string }>('SELECT agency_id, id FROM webhook_endpoints')).rows;
  return {
    agencyId: ids!.agency_id,
    endpointId: ids!.id,
    client,
    async close() {
      await client.end();
      await database.drop();
    },
  };
}
