import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { drain } from '../../server/delivery/upkeep/drain.ts';
import { limitPendingDeliveries } from '../../server/retention/pending-deliveries.ts';
import { Agency } from '../api/agency.ts';
import { allow, quotasOf } from '../api/quotas/quotas.ts';
import { waitUntil } from '../process/service-process.ts';
import { order } from '../records/records.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';

const signal = new AbortController().signal;
const orders = (count: number, creatorId = 'c1') => Array.from({ length: count }, (_, index) => order(`${creatorId}-${index}`, creatorId));

async function addEndpoint(of: Agency, fields: object = {}): Promise<string> {
  const body = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'], ...fields };
  const answer = await of.call('POST', '/v1/webhooks', { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id as string;
}

const endpoint = async (of: Agency, id: string) => (await of.get(`/v1/webhooks/${id}`)).body;
const failures = async (of: Agency, id: string) => (await of.get(`/v1/webhooks/${id}/failures?limit=100`)).body.data as any[];
const use = async (of: Agency) => (await quotasOf(of)).pending_deliveries;

describe('the quota of pending deliveries', () => {
  let service: TestService;
  let agency: Agency;
  beforeAll(async () => {
    service = await startService({ delivers: false });
  });
  beforeEach(async () => {
    agency = await Agency.create(service);
  });
  afterAll(() => service.close());

  const look = async (minutes?: number) => {
    const disabled: string[] = [];
    await limitPendingDeliveries(service.database, signal, ({ endpoint_id }) => disabled.push(endpoint_id), minutes);
    return disabled;
  };
  /** As if the latest looks that found too many were so much longer ago. */
  const pass = (minutes: number, since = minutes) =>
    agency.rows(
      `UPDATE agency_quotas SET pending_over_seen_at = pending_over_seen_at - make_interval(mins => $2),
              pending_over_since = pending_over_since - make_interval(mins => $3) WHERE agency_id = $1 RETURNING agency_id`,
      minutes,
      since,
    );

  test('disables the fullest endpoint alone, whose deliveries become failures that can be replayed; no fact is refused or lost', async () => {
    const other = await Agency.create(service);
    const full = await addEndpoint(agency);
    const small = await addEndpoint(agency, { allowed_creator_ids: ['c2'] });
    const apart = await addEndpoint(other);
    await agency.ingest(...orders(30), ...orders(10, 'c2'));
    await other.ingest(...orders(30));
    await allow(agency, { pending_deliveries: 20 });
    expect(await look(0)).toEqual([full]);
    expect(await use(agency)).toEqual({ used: 21, allowed: 20 });
    // Counted up to the limit of the agency.
    const counted = await agency.rows('SELECT sum(pending_count)::int AS count FROM pending_minutes WHERE agency_id = $1');
    expect(counted).toEqual([{ count: 21 }]);
    const { points } = (await other.get(`/v1/webhooks/${apart}/figures`)).body;
    expect(Math.max(...points.map((point: { pending_count: number }) => point.pending_count))).toBe(30);
    expect(await endpoint(agency, full)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'auto_breaker',
      disabled_detail: 'auto_quota',
      disabled_at: expect.any(String),
    });
    expect(await endpoint(agency, small)).toMatchObject({ status: 'active', disabled_reason: null });
    expect(await endpoint(other, apart)).toMatchObject({ status: 'active' });
    expect(await use(other)).toEqual({ used: 30, allowed: 1_000_000 });

    expect(await drain(service.database, full, signal)).toBe(40);
    const recorded = await failures(agency, full);
    expect(recorded).toHaveLength(40);
    expect(new Set(recorded.map(({ error }) => error))).toEqual(new Set(['endpoint_disabled']));
    expect((await agency.ingest(order('later', 'c1'))).created).toBe(1);
    expect((await agency.get('/v1/orders?limit=100')).body.data).toHaveLength(41);
    expect(await look(0)).toEqual([]);
    expect(await use(agency)).toEqual({ used: 10, allowed: 20 });

    await agency.call('PATCH', `/v1/webhooks/${full}`, { body: { status: 'active' } });
    expect((await agency.call('POST', `/v1/webhooks/${full}/failures/replay`)).body).toMatchObject({ replayed_count: 40 });
  });

  test('is in the audit log as an action of the service', async () => {
    const id = await addEndpoint(agency, { label: 'Ledger' });
    await agency.ingest(...orders(3));
    await allow(agency, { pending_deliveries: 2 });
    await look(0);
    const details = {
      members: ['status'],
      status: 'disabled',
      disabled_reason: 'auto_breaker',
      disabled_detail: 'auto_quota',
      pending_count: 3,
      allowed: 2,
    };
    const entry = { action: 'endpoint.changed', subject_id: id, subject_name: 'Ledger', details, address: null };
    const path = (prefix: string, query = '') => `${prefix}/audit?actions=endpoint.changed${query}`;
    expect((await service.operator('GET', path('/operator/v1', `&agency_id=${agency.id}`))).body.data).toMatchObject([
      { ...entry, actor: { kind: 'service', id: null, name: 'quota of pending deliveries' } },
    ]);
    expect((await agency.get(path('/v1'))).body.data).toMatchObject([{ ...entry, actor: { kind: 'service', id: null, name: null } }]);
  });

  test('disables several where it takes several, the fullest ones, and no more than it takes', async () => {
    const ids = [];
    for (const creators of [['c1'], ['c2'], []]) ids.push(await addEndpoint(agency, { allowed_creator_ids: creators }));
    await agency.ingest(...orders(5), ...orders(9, 'c2'));
    await allow(agency, { pending_deliveries: 5 });
    expect((await look(0)).toSorted()).toEqual([ids[1], ids[2]].toSorted());
    expect((await endpoint(agency, ids[0]!)).status).toBe('active');
    expect(await look(0)).toEqual([]);
  });

  test('waits until the agency has had too many for ten minutes, in consecutive checks', async () => {
    const id = await addEndpoint(agency);
    await agency.ingest(...orders(3));
    await allow(agency, { pending_deliveries: 2 });
    expect(await look()).toEqual([]);
    await pass(1, 9);
    expect(await look()).toEqual([]);
    // Checks have been paused for long, and perhaps deliveries too.
    await pass(16);
    expect(await look()).toEqual([]);
    await pass(1, 9);
    expect(await look()).toEqual([]);
    // It was within its quota meanwhile.
    await allow(agency, { pending_deliveries: 3 });
    expect(await look()).toEqual([]);
    await allow(agency, { pending_deliveries: 2 });
    expect(await look()).toEqual([]);
    await pass(1, 9);
    expect(await look()).toEqual([]);
    await pass(1);
    expect(await look()).toEqual([id]);
  });

  test('does not count deliveries that are becoming failure records', async () => {
    const [paused, again, other] = [await addEndpoint(agency), await addEndpoint(agency), await addEndpoint(agency)];
    await agency.ingest(...orders(4));
    await agency.call('PATCH', `/v1/webhooks/${paused}`, { body: { status: 'disabled' } });
    await agency.call('PATCH', `/v1/webhooks/${again}`, { body: { status: 'disabled' } });
    await agency.call('PATCH', `/v1/webhooks/${again}`, { body: { status: 'active' } });
    await allow(agency, { pending_deliveries: 4 });
    expect(await look(0)).toEqual([]);
    expect(await use(agency)).toEqual({ used: 4, allowed: 4 });
    expect((await endpoint(agency, other)).status).toBe('active');
  });
});

test('a running service disables an endpoint that answers too slowly, and every fact is delivered or a failure to replay', async () => {
  const service = await startService();
  const receiver = await startReceiver();
  try {
    const agency = await Agency.create(service);
    const held: (() => void)[] = [];
    receiver.answer = (_request, response) => void held.push(() => response.writeHead(200).end());
    const id = await addEndpoint(agency, { url: receiver.url });
    await agency.ingest(...orders(90));
    await allow(agency, { pending_deliveries: 50 });
    const look = () => service.database.query({ text: `SELECT graphile_worker.add_job('hold_pending')` });
    await look();
    await waitUntil(async () => (await use(agency)).used === 51, 'the check', 20_000);
    expect((await endpoint(agency, id)).status).toBe('active');
    await agency.rows(
      `UPDATE agency_quotas SET pending_over_since = now() - interval '11 minutes' WHERE agency_id = $1 RETURNING agency_id`,
    );
    const isDisabled = async () => {
      // A check rests for a while after the one before.
      await look();
      await sleep(200);
      return (await endpoint(agency, id)).disabled_detail === 'auto_quota';
    };
    await waitUntil(isDisabled, 'the end of the endpoint', 20_000);
    await waitUntil(async () => (await failures(agency, id)).length > 0, 'failure records', 20_000);
    for (const answer of held.splice(0)) answer();
    const ended = async () => {
      for (const answer of held.splice(0)) answer();
      return (await agency.rows('SELECT FROM delivery_queue WHERE agency_id = $1')).length === 0;
    };
    await waitUntil(ended, 'the end of the deliveries in flight', 30_000);
    const delivered = (await agency.rows(`SELECT FROM delivery_history WHERE agency_id = $1 AND status = 'delivered'`)).length;
    expect(delivered).toBeGreaterThan(0);
    expect((await failures(agency, id)).length + delivered).toBe(90);
  } finally {
    await receiver.close();
    await service.close();
  }
}, 120_000);
