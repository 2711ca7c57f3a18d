import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cleanUp } from '../../server/delivery/upkeep/clean-up.ts';
import { trimDeliveryHistory } from '../../server/retention/delivery-history.ts';
import { Agency } from '../api/agency.ts';
import { allow, quotasOf } from '../api/quotas/quotas.ts';
import { waitUntil } from '../process/service-process.ts';
import { order } from '../records/records.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let agency: Agency;
let receiver: Receiver;
let endpointId: string;

beforeAll(async () => {
  service = await startService({ retryDelaysMs: [1, 1, 1], times: { historyCountMs: 50 } });
  receiver = await startReceiver();
});
/** An agency for each test: what is removed for the quota of one is counted again meanwhile. */
beforeEach(async () => {
  agency = await Agency.create(service);
  ordersMade = 0;
  const body = { url: receiver.url, enabled_event_types: ['order.created'] };
  endpointId = (await agency.call('POST', '/v1/webhooks', { body })).body.id as string;
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const signal = new AbortController().signal;
/** 4,096 visible characters that nothing compresses. */
const noise = () => randomBytes(3_072).toString('base64');

let ordersMade = 0;
/** Orders whose deliveries end: every third one fails twice with noise, and all are accepted with noise. */
async function deliver(count: number): Promise<void> {
  const seen = new Map<string, number>();
  receiver.answer = (_request, response, { event }) => {
    const tries = (seen.get(event.id) ?? 0) + 1;
    seen.set(event.id, tries);
    const fails = Number(String(event.data['id']).split('-')[1]) % 3 === 0 && tries < 3;
    response.writeHead(fails ? 500 : 200).end(noise());
  };
  const before = await rowsOfHistory();
  for (let made = 0; made < count; made += 100) await agency.ingest(...Array.from({ length: 100 }, () => order(`o-${ordersMade++}`, 'c1')));
  await waitUntil(async () => (await rowsOfHistory()) === before + count, 'the end of the deliveries', 30_000);
}

const rowsOfHistory = async () => (await agency.rows('SELECT id FROM delivery_history WHERE agency_id = $1')).length;

interface Sums {
  readonly counted: number;
  readonly by_rows: number | null;
  readonly attempts_stored: number;
  readonly disk: number;
}

/** What is counted, the same by the rows, what their attempts take as PostgreSQL has it, and the partitions' files, with indexes and TOAST. */
const sums = async () =>
  (
    await agency.rows<Sums>(`
      SELECT coalesce((SELECT sum(delivery_bytes) FROM history_days WHERE agency_id = $1), 0)::bigint AS counted,
             sum(delivery_history_bytes(attempts))::bigint AS by_rows, sum(pg_column_size(attempts) + 384)::bigint AS attempts_stored,
             (SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = 'delivery_history'::regclass)::bigint AS disk
        FROM delivery_history WHERE agency_id = $1`)
  )[0]!;

describe('bytes that processes add to the history of an agency', () => {
  test('are counted exactly within seconds, and equal the size in PostgreSQL', async () => {
    const emptyDisk = (
      await agency.rows<{ disk: number }>(
        `SELECT sum(pg_total_relation_size(inhrelid))::bigint AS disk FROM pg_inherits WHERE inhparent = 'delivery_history'::regclass AND $1::uuid IS NOT NULL`,
      )
    )[0]!.disk;
    await deliver(300);
    await waitUntil(async () => (await sums()).counted === (await sums()).by_rows, 'what is counted', 20_000);
    const { counted, attempts_stored, disk } = await sums();
    // 200 deliveries with one excerpt of 200 bytes, 100 with two of 4,096 bytes more.
    expect(counted).toBeGreaterThan(300 * (384 + 300) + 100 * 2 * 4_096);
    expect(Math.abs(counted - attempts_stored) / attempts_stored).toBeLessThan(0.05);
    const used = disk - emptyDisk;
    expect(used / counted, `${used} bytes of disk, ${counted} counted`).toBeGreaterThan(0.6);
    expect(used / counted, `${used} bytes of disk, ${counted} counted`).toBeLessThan(1.15);
    await trimDeliveryHistory(service.database, signal);
    expect((await quotasOf(agency)).delivery_history_bytes.used).toBe(counted);
  });

  test('exceeds the quota of a day between two runs only by the rows recorded meanwhile, and its files stop growing', async () => {
    const allowedOfDay = 100_000;
    await allow(agency, { delivery_history_bytes: 10 * allowedOfDay });
    const seen: number[] = [];
    for (let round = 0; round < 5; round++) {
      await trimDeliveryHistory(service.database, signal);
      await service.database.query({ text: 'VACUUM delivery_history' });
      const { counted } = await sums();
      expect(counted).toBeLessThanOrEqual(allowedOfDay);
      await deliver(100);
      await waitUntil(async () => (await sums()).counted === (await sums()).by_rows, 'what is counted', 20_000);
      const after = await sums();
      const recorded = 100 * (384 + 350) + 34 * 2 * (4_096 + 140);
      expect(after.counted).toBeLessThanOrEqual(allowedOfDay + recorded);
      seen.push(after.disk);
    }
    expect(Math.max(...seen.slice(3)) / seen[2]!).toBeLessThan(1.1);
    const stats = (await agency.get(`/v1/webhooks/${endpointId}/stats`)).body;
    expect(JSON.stringify(stats)).toContain(String(ordersMade));
  });

  test('keeps long answers once: a failure record has the first 200 characters of each', async () => {
    const [endpoint] = await agency.rows<{ id: string }>('SELECT id FROM webhook_endpoints WHERE agency_id = $1');
    receiver.answer = (_request, response) => response.writeHead(500).end(`\u{1f600}${noise()}`);
    await agency.ingest(order('failing', 'c1'));
    const [failure] = await (async () => {
      let found: { attempts: string[]; delivery_id: string }[] = [];
      await waitUntil(
        async () => (found = await agency.rows('SELECT attempts, delivery_id FROM delivery_failures WHERE agency_id = $1')).length === 1,
        'the failure',
        20_000,
      );
      return found;
    })();
    const read = async (path: string) => (await agency.get(`/v1/webhooks/${endpoint!.id}/${path}`)).body;
    const delivery = await read(`deliveries/${failure!.delivery_id}`);
    const [listed] = (await read('failures')).data;
    expect(listed.attempts).toHaveLength(4);
    for (const [n, attempt] of listed.attempts.entries()) {
      const whole = delivery.attempts[n].response_excerpt as string;
      expect(Buffer.byteLength(whole)).toBe(4_096);
      expect(attempt).toEqual({ ...delivery.attempts[n], response_excerpt: [...whole].slice(0, 200).join('') });
    }
  });

  test('counts no more for an endpoint that was deleted once its rows are removed, and for what a disabled one was not sent from then on', async () => {
    const disabled = (await agency.call('POST', '/v1/webhooks', { body: { url: receiver.url, enabled_event_types: ['order.refunded'] } }))
      .body.id as string;
    await deliver(100);
    await waitUntil(async () => (await sums()).counted === (await sums()).by_rows, 'what is counted', 20_000);
    expect((await agency.call('DELETE', `/v1/webhooks/${endpointId}`)).status).toBe(204);
    await cleanUp(service.database, signal);
    expect(await sums()).toMatchObject({ counted: 0, by_rows: null });
    await agency.rows(
      `INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, occurred_at, generation, due_at, data)
       SELECT $1, $2, 'order.refunded', uuidv7(), now(), 1, now() + interval '1 hour', '{}' FROM generate_series(1, 5) RETURNING id`,
      disabled,
    );
    await agency.call('PATCH', `/v1/webhooks/${disabled}`, { body: { status: 'disabled' } });
    await waitUntil(async () => (await rowsOfHistory()) === 5, 'the drain', 10_000);
    expect(await sums()).toMatchObject({ counted: 5 * 384, by_rows: 5 * 384 });
  });
});
