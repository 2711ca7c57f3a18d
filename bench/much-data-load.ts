import pg from 'pg';
import { hashApiKey, newApiKey } from '../server/access/keys/api-keys.ts';
import { maintainPartitions } from '../server/database/partitions/maintain-partitions.ts';
import { scopes } from '../generated/operations.ts';
import { dayMs, inFlight, createEndpoint, times, type Caller } from './agency.ts';

export interface Amounts {
  readonly agencies: number;
  /** Orders of a year. There is one sent message per ten orders. */
  readonly orders: number;
  /** Events of a month. Each is delivered to every endpoint of its agency. */
  readonly events: number;
}

export const endpointsOfAgency = 5;
const eventDays = 30;

/** Runs statements on a separate connection; returns the rows of the last one. */
export async function run<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const results = (await client.query<Row>(text)) as pg.QueryResult<Row> | pg.QueryResult<Row>[];
    return (Array.isArray(results) ? results.at(-1)! : results).rows;
  } finally {
    await client.end();
  }
}

/** SQL of ids that are the same in every agency. */
const creatorId = (n: string) => `'creator-' || lpad((${n})::text, 3, '0')`;
const accountId = (n: string) => `'account-' || lpad((${n})::text, 3, '0')`;
const employeeId = (n: string) => `'employee-' || (${n})`;

/** SQL: a random agency, and the share of an agency. The first has a tenth of the data, the n-th about 1/n of that. */
const randomAgency = ({ agencies }: Amounts) => `floor(exp(random() * ln(${agencies + 1}.0::float8)))::int`;
const partOf = (n: string, { agencies }: Amounts) => `(ln((${n} + 1.0) / ${n}) / ln(${agencies + 1}.0))`;

const people = (amounts: Amounts) => `
  CREATE SCHEMA bench;
  INSERT INTO agencies (name) SELECT 'Agency ' || n FROM generate_series(1, ${amounts.agencies}) n;
  CREATE TABLE bench.agencies AS
  SELECT a.number, a.id, greatest(2, round(100 / sqrt(a.number)))::int AS creators, greatest(2, round(60 / sqrt(a.number)))::int AS employees,
         greatest(40, ceil(${amounts.orders} / 20 * ${partOf('a.number', amounts)}))::int AS fans, '{}'::uuid[] AS endpoint_ids
    FROM (SELECT row_number() OVER (ORDER BY id)::int AS number, id FROM agencies) a;
  INSERT INTO creators (agency_id, id, name, account_id)
  SELECT a.id, ${creatorId('n')}, 'Creator ' || n, ${accountId('n')} FROM bench.agencies a, generate_series(1, a.creators) n;
  INSERT INTO employees (agency_id, id, name, role, active)
  SELECT a.id, ${employeeId('n')}, 'Employee ' || n, 'chatter', true FROM bench.agencies a, generate_series(1, a.employees) n;
  INSERT INTO tags (agency_id, id, name, color, position)
  SELECT a.id, 'tag-' || n, 'Tag ' || n, '#112233', n FROM bench.agencies a, generate_series(1, 20) n;
  INSERT INTO fans (agency_id, account_id, fan_id, creator_id, fan_username, subscription_status, is_online, related_at, tag_ids, assigned_user_id)
  SELECT a.id, ${accountId('1 + f % a.creators')}, 'fan-' || f, ${creatorId('1 + f % a.creators')}, 'fan_' || f,
         (ARRAY['active_subscriber', 'former_subscriber', 'interested'])[1 + f % 3], f % 10 = 0, now() - interval '700 days' * random(),
         CASE WHEN f % 4 = 0 THEN ARRAY['tag-' || 1 + f % 20] ELSE '{}' END, CASE WHEN f % 2 = 0 THEN ${employeeId('1 + (f / 2) % a.employees')} END
    FROM bench.agencies a, generate_series(1, a.fans) f`;

/** Rows in order of time, each of a random agency and fan. Some fans buy more than others. */
const facts = (count: number, days: number, amounts: Amounts) => `
  (SELECT f.*, 1 + floor(f.r1 * f.r1 * a.fans)::int AS fan, a.id AS agency_id, a.creators, a.employees
     FROM (SELECT n, now() - interval '${days} days' * (1 - n::float8 / ${count}) AS at, ${randomAgency(amounts)} AS agency, random() AS r1, random() AS r2, random() AS r3
             FROM generate_series(1, ${count}) n) f
     JOIN bench.agencies a ON a.number = f.agency) f`;

const creatorOfFan = `1 + f.fan % f.creators`;
const employeeOfFan = employeeId('1 + f.fan % f.employees');
const recordId = `uuidv7(f.at - clock_timestamp())::text`;
const sentColumns = 'agency_id, id, sent_at, source, sent_by_user_id, creator_id, fan_id, fan_username, is_private_media, media';

/** The refresh of the service computes the sums. */
const records = (amounts: Amounts) => `
  INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, fan_id, user_id, message_id, amount_cents, created_at, refunded_at)
  SELECT f.agency_id, ${recordId}, (ARRAY['tip', 'push', 'private_media', 'subscription'])[1 + floor(f.r2 * 4)::int], ${creatorId(creatorOfFan)},
         ${accountId(creatorOfFan)}, 'fan-' || f.fan, CASE WHEN f.r3 < 0.7 THEN ${employeeOfFan} END, NULL,
         500 + floor(f.r3 * 10000)::int, f.at, CASE WHEN f.r2 < 0.03 THEN least(now(), f.at + interval '3 days') END
    FROM ${facts(amounts.orders, 365, amounts)};
  INSERT INTO sends (${sentColumns})
  SELECT f.agency_id, ${recordId}, f.at, CASE WHEN f.r2 < 0.3 THEN 'script' ELSE 'messaging' END, ${employeeOfFan}, ${creatorId(creatorOfFan)},
         'fan-' || f.fan, 'fan_' || f.fan, false, '[]'
    FROM ${facts(Math.round(amounts.orders / 10), 365, amounts)};
  INSERT INTO sent_messages (${sentColumns}) SELECT ${sentColumns} FROM sends;
  INSERT INTO fan_spends (agency_id, account_id, fan_id, spend_cents, last_purchase_at)
  SELECT agency_id, account_id, fan_id, sum(amount_cents), max(created_at)
    FROM orders WHERE order_type <> 'subscription' AND refunded_at IS NULL GROUP BY agency_id, account_id, fan_id;
  INSERT INTO changed_quarters (agency_id, quarter)
  SELECT DISTINCT agency_id, date_bin('15 minutes', at, timestamptz '2000-01-01')
    FROM (SELECT agency_id, created_at AS at FROM orders
          UNION ALL SELECT agency_id, refunded_at FROM orders WHERE refunded_at IS NOT NULL
          UNION ALL SELECT agency_id, sent_at FROM sends) f`;

const attempt = (result: string) => `'{"attempted_at":"' || e.occurred_at || '","duration_ms":12,${result}}'`;
const acknowledged = `ARRAY[${attempt('"status_code":200,"error":null,"error_detail":null,"response_excerpt":"ok"')}]`;
const refused = `ARRAY[${Array<string>(4).fill(attempt('"status_code":503,"error":"http_status","error_detail":null,"response_excerpt":"overloaded"')).join(', ')}]`;

/**
 * Payloads have the members and the size of real ones. One of 500 deliveries failed. The deliveries of some creators are repeated at the
 * endpoints of limited keys. Counters match the rows.
 */
const deliveries = (amounts: Amounts) => `
  INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data, subject)
  SELECT f.agency_id, uuidv7(f.at - clock_timestamp()), 'order.created', ${creatorId(creatorOfFan)}, f.at,
         ('{"id":"' || gen_random_uuid() || '","order_type":"push","creator_id":"' || ${creatorId(creatorOfFan)} || '","account_id":"' || ${accountId(creatorOfFan)} ||
          '","fan_id":"fan-' || f.fan || '","fan_username":"fan-' || f.fan || '","user_id":"' || ${employeeOfFan} ||
          '","message_id":null,"amount_cents":1500,"created_at":"' || f.at || '","refunded_at":null}')::json, 'fan-' || f.fan
    FROM ${facts(amounts.events, eventDays, amounts)};
  INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts)
  SELECT e.agency_id, e.endpoint_id, e.type, CASE WHEN e.r < 0.002 THEN 'failed' ELSE 'delivered' END,
         uuidv7(e.occurred_at + interval '1 millisecond' - clock_timestamp()), e.id, e.creator_id, CASE WHEN e.r < 0.002 THEN ${refused} ELSE ${acknowledged} END
    FROM (SELECT ev.agency_id, ev.id, ev.type, ev.creator_id, ev.occurred_at, p.endpoint_id, random() AS r
            FROM webhook_events ev JOIN bench.agencies a ON a.id = ev.agency_id CROSS JOIN LATERAL unnest(a.endpoint_ids) AS p (endpoint_id)) e;
  INSERT INTO delivery_failures (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, delivery_id, error, attempts, data)
  SELECT h.agency_id, h.endpoint_id, h.event_type, uuidv7(uuid_extract_timestamp(h.id) - clock_timestamp()), h.event_id, h.creator_id,
         ev.occurred_at, h.id, 'http_status', h.attempts, ev.data
    FROM delivery_history h JOIN webhook_events ev ON ev.id = h.event_id WHERE h.status = 'failed';
  INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts)
  SELECT h.agency_id, l.endpoint_id, h.event_type, h.status, uuidv7(uuid_extract_timestamp(h.id) - clock_timestamp()), h.event_id, h.creator_id, h.attempts
    FROM delivery_history h JOIN bench.agencies a ON a.id = h.agency_id AND a.endpoint_ids[1] = h.endpoint_id
    JOIN bench.limited_endpoints l ON l.agency_id = h.agency_id AND h.creator_id = ANY (l.creator_ids);
  INSERT INTO history_days (agency_id, day, delivery_bytes, event_bytes)
  SELECT agency_id, day, sum(delivery_bytes), sum(event_bytes)
    FROM (SELECT agency_id, (uuid_extract_timestamp(id) AT TIME ZONE 'UTC')::date AS day, delivery_history_bytes(attempts) AS delivery_bytes, 0 AS event_bytes FROM delivery_history
          UNION ALL SELECT agency_id, (uuid_extract_timestamp(id) AT TIME ZONE 'UTC')::date, 0, event_history_bytes(data) FROM webhook_events) b
   GROUP BY 1, 2;
  INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, delivered_count)
  SELECT m.agency_id, e.id, m.minute, 'order.created', m.count
    FROM (SELECT agency_id, date_trunc('minute', occurred_at) AS minute, count(*) AS count FROM webhook_events GROUP BY 1, 2) m
    JOIN bench.agencies a ON a.id = m.agency_id CROSS JOIN LATERAL unnest(a.endpoint_ids) AS e (id);
  INSERT INTO delivery_hours (agency_id, endpoint_id, hour, event_type, delivered_count, failed_count)
  SELECT agency_id, endpoint_id, date_trunc('hour', minute), event_type, sum(delivered_count), 0
    FROM delivery_minutes WHERE minute < date_trunc('hour', now() - interval '1 hour') GROUP BY 1, 2, 3, 4;
  UPDATE delivery_hours_progress SET rolled_up_to = date_trunc('hour', now() - interval '1 hour');
  UPDATE agency_quotas SET events_counted_to = first_id_at(now())`;

/** The creators of the limited keys: a few of those of the largest agency, one of another's. */
const limitedCreators = (number: number) => (number === 1 ? ['creator-002', 'creator-005', 'creator-009'] : ['creator-002']);

/** Agencies whose requests are measured: the largest one, and one of average size. */
export const measuredAgencies = ({ agencies }: Amounts) => ({ large: 1, average: Math.ceil(agencies * 0.145) });

/** Agencies with their people and fans by SQL, their endpoints through the operator API, then their records and deliveries. */
export async function load(url: string, operator: Caller, amounts: Amounts, receiverUrl: string): Promise<void> {
  const bulk = async (statements: string) =>
    void (await run(url, `SET session_replication_role = replica; SET jit = off; SET work_mem = '128MB'; ${statements}`));
  await bulk(people(amounts));
  const agencies = await run<{ id: string; number: number }>(url, 'SELECT id, number FROM bench.agencies ORDER BY number');
  const endpoints = agencies.flatMap(({ id }) => times(endpointsOfAgency, (n) => ({ id, url: `${receiverUrl}/${n}` })));
  await inFlight(8, endpoints, ({ id, url: each }) => createEndpoint(operator, id, { url: each }));
  await run(
    url,
    `UPDATE bench.agencies a SET endpoint_ids = (SELECT array_agg(e.id ORDER BY e.id) FROM webhook_endpoints e WHERE e.agency_id = a.id);
     CREATE TABLE bench.limited_endpoints (agency_id uuid, endpoint_id uuid, creator_ids text[])`,
  );
  for (const number of Object.values(measuredAgencies(amounts))) {
    const agencyId = agencies[number - 1]!.id;
    const { id } = await createEndpoint(operator, agencyId, {
      url: `${receiverUrl}/limited`,
      allowed_creator_ids: limitedCreators(number),
    });
    // New facts are delivered only to the other endpoints.
    await run(
      url,
      `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'manual', disabled_at = now() WHERE id = '${id}';
       INSERT INTO bench.limited_endpoints VALUES ('${agencyId}', '${id}', '{${limitedCreators(number).join(',')}}')`,
    );
  }
  for (let day = eventDays; day > 0; day--) await maintainPartitions(url, new AbortController().signal, Date.now() - day * dayMs);
  await bulk(records(amounts));
  await bulk(deliveries(amounts));
  await run(url, 'VACUUM (FREEZE, ANALYZE)');
  await run(url, 'CHECKPOINT');
}

/** Keys of an agency whose requests are measured. */
export interface MeasuredAgency {
  readonly id: string;
  readonly endpointId: string;
  /** The endpoint of the limited keys' creators. */
  readonly limitedEndpointId: string;
  /** For the whole agency. */
  readonly keys: readonly string[];
  /** For some of its creators. */
  readonly limitedKeys: readonly string[];
}

async function makeKeys(url: string, agencyId: string, creators: readonly string[]): Promise<string[]> {
  const keys = times(20, newApiKey);
  const hashes = keys.map((key) => `'\\x${hashApiKey(key).toString('hex')}'::bytea`);
  await run(
    url,
    `INSERT INTO api_keys (agency_id, label, prefix, key_hash, scopes, creator_ids)
     SELECT '${agencyId}', 'bench', 'svc_live_', hash, '{${scopes.join(',')}}', '{${creators.join(',')}}' FROM unnest(ARRAY[${hashes.join(',')}]) AS k (hash)`,
  );
  return keys;
}

export async function readMeasuredAgency(url: string, number: number): Promise<MeasuredAgency> {
  const [agency] = await run<{ id: string; endpoint: string; limited_endpoint: string }>(
    url,
    `SELECT a.id, a.endpoint_ids[1] AS endpoint, l.endpoint_id AS limited_endpoint
       FROM bench.agencies a JOIN bench.limited_endpoints l ON l.agency_id = a.id WHERE a.number = ${number}`,
  );
  const { id, endpoint, limited_endpoint } = agency!;
  const [keys, limitedKeys] = [await makeKeys(url, id, []), await makeKeys(url, id, limitedCreators(number))];
  return { id, endpointId: endpoint, limitedEndpointId: limited_endpoint, keys, limitedKeys };
}
