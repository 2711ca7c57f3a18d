import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { trimDeliveryHistory } from '../../server/retention/delivery-history.ts';
import { Agency } from '../api/agency.ts';
import { allow, quotasOf } from '../api/quotas/quotas.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let agency: Agency;
let other: Agency;

beforeAll(async () => {
  service = await startService({ delivers: false });
});
beforeEach(async () => {
  [agency, other] = [await Agency.create(service), await Agency.create(service)];
});
afterAll(() => service.close());

const signal = new AbortController().signal;
const bound = () => trimDeliveryHistory(service.database, signal);

async function addEndpoint(of: Agency): Promise<string> {
  const body = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created', 'order.refunded'] };
  return (await of.call('POST', '/v1/webhooks', { body })).body.id as string;
}

/** An attempt that was answered with 4,000 bytes which nothing compresses. */
const noisy = () =>
  JSON.stringify({
    attempted_at: '2026-11-01T00:00:00.000Z',
    duration_ms: 12,
    status_code: 500,
    error: 'http_status',
    error_detail: null,
    response_excerpt: randomBytes(2_000).toString('hex'),
  });

interface Spread {
  readonly every?: string;
  readonly after?: string;
}

/** Deliveries of an endpoint with their events, the latest first; each is counted as a process that recorded it counts. */
async function addHistory(
  of: Agency,
  endpointId: string,
  count: number,
  { every = '1 hour', after = '10 minutes' }: Spread = {},
): Promise<void> {
  const attempts = Array.from({ length: count }, noisy);
  await of.rows(
    `WITH made AS (
       INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts)
       SELECT $1, $2, (ARRAY['order.created', 'order.refunded'])[1 + n % 2], (ARRAY['failed', 'delivered'])[1 + n % 2],
              uuidv7(-(interval '1 second' * extract(epoch FROM $4::interval) * (n - 1) + $5::interval)), uuidv7(), 'c1', ARRAY[attempt]
         FROM unnest($3::text[]) WITH ORDINALITY a (attempt, n)
       RETURNING id, attempts
     ), event AS (
       INSERT INTO webhook_events (agency_id, id, type, occurred_at, data)
       SELECT $1, uuidv7(uuid_extract_timestamp(id) - interval '1 millisecond' - clock_timestamp()), 'order.created', now(), json_build_object('id', id) FROM made
     )
     INSERT INTO history_days AS h (agency_id, day, delivery_bytes)
     SELECT $1, (uuid_extract_timestamp(id) AT TIME ZONE 'UTC')::date, sum(delivery_history_bytes(attempts)) FROM made GROUP BY 2
     ON CONFLICT (agency_id, day) DO UPDATE SET delivery_bytes = h.delivery_bytes + excluded.delivery_bytes RETURNING 1`,
    endpointId,
    attempts,
    every,
    after,
  );
}

interface Kept {
  readonly id: string;
  readonly excerpt: string | null;
}

/** The oldest first. */
const history = (of: Agency) =>
  of.rows<Kept>(`SELECT id, attempts[1]::json ->> 'response_excerpt' AS excerpt FROM delivery_history WHERE agency_id = $1 ORDER BY id`);
const events = async (of: Agency) =>
  (await of.rows('SELECT id FROM webhook_events WHERE agency_id = $1 ORDER BY id')).map(({ id }) => id as string);

/** By the rows themselves. */
async function stored(of: Agency): Promise<number> {
  const [row] = await of.rows<{ bytes: number }>(
    `SELECT (coalesce((SELECT sum(delivery_history_bytes(attempts)) FROM delivery_history WHERE agency_id = $1), 0)
           + coalesce((SELECT sum(event_history_bytes(data)) FROM webhook_events WHERE agency_id = $1), 0))::bigint AS bytes`,
  );
  return row!.bytes;
}
const use = async (of: Agency) => (await quotasOf(of)).delivery_history_bytes;

const withoutExcerpts = (rows: readonly Kept[]) => rows.filter(({ excerpt }) => excerpt === null).length;

describe('the quota of delivery history', () => {
  test('takes the excerpts of the oldest deliveries first, and whole deliveries once no excerpt is left', async () => {
    const endpoint = await addEndpoint(agency);
    await addHistory(agency, endpoint, 100, { every: '6 hours' });
    await addHistory(other, await addEndpoint(other), 50);
    const before = await history(agency);
    const ofOther = await history(other);
    await bound();
    const total = await stored(agency);
    expect(await use(agency)).toEqual({ used: total, allowed: 10_000_000_000 });

    await allow(agency, { delivery_history_bytes: total - 62_000 });
    await bound();
    const stripped = await history(agency);
    const lost = withoutExcerpts(stripped);
    expect(stripped.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(stripped.slice(lost)).toEqual(before.slice(lost));
    expect(lost).toBe(Math.ceil(62_000 / 3_990));
    expect((await use(agency)).used).toBe(await stored(agency));
    expect((await use(agency)).used).toBeLessThanOrEqual(total - 62_000);
    expect(await events(agency)).toHaveLength(100);

    const listed = await agency.get(`/v1/webhooks/${endpoint}/deliveries?limit=100`);
    expect(listed.body.data).toHaveLength(100);

    const allowed = 66_000;
    await allow(agency, { delivery_history_bytes: allowed });
    await bound();
    const left = await history(agency);
    expect(withoutExcerpts(left)).toBe(left.length);
    expect(left.map(({ id }) => id)).toEqual(before.slice(-left.length).map(({ id }) => id));
    const { used } = await use(agency);
    expect(used).toBe(await stored(agency));
    expect(used).toBeLessThanOrEqual(allowed);
    expect(used).toBeGreaterThan(allowed - 2_000);
    expect((await events(agency)).length).toBeLessThan(100);

    expect(await history(other)).toEqual(ofOther);
    expect(await use(other)).toEqual({ used: await stored(other), allowed: 10_000_000_000 });
  });

  test('keeps an attempt as it was but for its excerpt, with the order of its members', async () => {
    await addHistory(agency, await addEndpoint(agency), 1, { after: '25 hours' });
    await allow(agency, { delivery_history_bytes: 20_000 });
    await bound();
    const [row] = await agency.rows<{ attempts: string[] }>('SELECT attempts FROM delivery_history WHERE agency_id = $1');
    const attempt = {
      attempted_at: '2026-11-01T00:00:00.000Z',
      duration_ms: 12,
      status_code: 500,
      error: 'http_status',
      error_detail: null,
      response_excerpt: null,
    };
    expect(JSON.stringify(JSON.parse(row!.attempts[0]!))).toBe(JSON.stringify(attempt));
  });

  test('keeps counters, failure records, pending deliveries and their payloads, even with a quota of 0', async () => {
    const endpoint = await addEndpoint(agency);
    await addHistory(agency, endpoint, 30);
    await agency.rows(
      `INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, delivered_count, failed_count)
       VALUES ($1, $2, date_trunc('minute', now() - interval '1 hour'), 'order.created', 15, 15) RETURNING 1`,
      endpoint,
    );
    await agency.rows(
      `INSERT INTO delivery_failures (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, delivery_id, error, attempts, data)
       SELECT $1, $2, 'order.created', uuidv7(-interval '2 hours'), event_id, 'c1', now(), id, 'http_status', attempts, '{"n":1}'
         FROM delivery_history WHERE agency_id = $1 AND status = 'failed' RETURNING id`,
      endpoint,
    );
    const [pending] = await agency.rows<{ event_id: string }>(
      `INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, occurred_at, generation, due_at)
       SELECT $1, $2, 'order.created', id, now(), 1, now() + interval '1 day' FROM webhook_events WHERE agency_id = $1 ORDER BY id LIMIT 1 RETURNING event_id`,
      endpoint,
    );
    const failures = () => agency.rows('SELECT * FROM delivery_failures WHERE agency_id = $1 ORDER BY id');
    const before = await failures();
    const stats = async () => (await agency.get(`/v1/webhooks/${endpoint}/stats`)).body;
    const counted = await stats();
    await allow(agency, { delivery_history_bytes: 0 });
    await bound();
    expect(await history(agency)).toEqual([]);
    expect(await events(agency)).toEqual([pending!.event_id]);
    expect(before).toHaveLength(15);
    expect(await failures()).toEqual(before);
    expect(await stats()).toEqual(counted);
    const replay = await agency.call('POST', `/v1/webhooks/${endpoint}/failures/${before[0]!['id']}/replay`);
    expect(replay.status).toBe(202);
  });

  test('limits one day to a tenth of the quota, so that removals make room for the rest of that day', async () => {
    const endpoint = await addEndpoint(agency);
    await addHistory(agency, endpoint, 20, { every: '1 hour', after: '26 hours' });
    await addHistory(agency, endpoint, 300, { every: '1 second', after: '20 minutes' });
    const old = (await history(agency)).slice(0, 20);
    await allow(agency, { delivery_history_bytes: 4_000_000 });
    await bound();
    const kept = await history(agency);
    expect(kept.slice(0, 20)).toEqual(old);
    expect(kept).toHaveLength(320);
    const fullest = async () =>
      (
        await agency.rows<{ bytes: number }>(
          'SELECT max(delivery_bytes + event_bytes)::bigint AS bytes FROM history_days WHERE agency_id = $1',
        )
      )[0]!.bytes;
    expect(await fullest()).toBeLessThanOrEqual(400_000);
    await allow(agency, { delivery_history_bytes: 1_100_000 });
    await bound();
    expect(await fullest()).toBeLessThanOrEqual(110_000);
    expect((await history(agency)).length).toBeLessThan(320);
    expect((await history(agency)).slice(0, 20)).toEqual(old);
  });

  test('corrects the counter after a process counted rows that it did not save, and the next run removes nothing', async () => {
    const counted = async () =>
      (
        await agency.rows<{ rows: number }>(
          `SELECT (sum(d.delivery_bytes) / (SELECT avg(delivery_history_bytes(attempts)) FROM delivery_history WHERE agency_id = $1))::int AS rows
             FROM history_days d WHERE agency_id = $1`,
        )
      )[0]!.rows;
    await addHistory(agency, await addEndpoint(agency), 10);
    await agency.rows(`UPDATE history_days SET delivery_bytes = delivery_bytes + 50000000 WHERE agency_id = $1 RETURNING 1`);
    await allow(agency, { delivery_history_bytes: 1_000_000 });
    await bound();
    expect(await use(agency)).toEqual({ used: 0, allowed: 1_000_000 });
    await addHistory(agency, await addEndpoint(agency), 5);
    await bound();
    expect(await history(agency)).toHaveLength(5);
    expect(await counted()).toBe(5);
  });
});
