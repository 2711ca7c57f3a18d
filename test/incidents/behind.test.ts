import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { creatorRecords, tip } from './tips.ts';

const minuteMs = 60_000;

/** One story: each test continues the one before. */
describe('an endpoint whose receiver is slower than its events', { shuffle: false }, () => {
  let service: TestService;
  let agency: TestAgency;
  let slow: Receiver;
  let id: string;
  let answersAfterMs = 1_000;
  beforeAll(async () => {
    service = await startService({ times: { measurementMs: 0 } });
    agency = await service.createAgency();
    await agency.ingest(creatorRecords);
    slow = await startReceiver();
    slow.answer = (_request, response) => void sleep(answersAfterMs).then(() => response.writeHead(200).end());
    const body = { url: slow.url, label: 'Ledger', enabled_event_types: ['order.created'] };
    id = (await service.request('POST', '/v1/webhooks', { key: agency.key, body })).body.id;
    for (let batch = 0; batch < 2; batch++) await agency.ingest(Array.from({ length: 300 }, (_, n) => tip(`behind-${batch}-${n}`)));
    await slow.waitFor(1);
    await service.database.query({ text: `UPDATE delivery_queue SET due_at = due_at - interval '28 minutes' WHERE lease IS NULL` });
  });
  afterAll(async () => {
    await service.close();
    await slow.close();
  });

  const endpoint = async () => (await service.request('GET', `/v1/webhooks/${id}`, { key: agency.key })).body;
  const groups = async () => (await service.operator('GET', '/operator/v1/incidents')).body.groups;
  const now = async () => (await service.request('GET', `/v1/webhooks/${id}/figures`, { key: agency.key })).body.now;
  const serviceNow = async () => (await service.operator('GET', '/operator/v1/service')).body.backlog;

  it('has the age of the oldest due delivery, the rate of the receiver’s own ledger, and when it is done', async () => {
    const answeredFrom = Date.now();
    await slow.waitFor(200, 30_000);
    await vi.waitFor(
      async () => {
        const { pending_count: pending, oldest_due_at: oldest, per_minute: rate, done_in_seconds: seconds } = await now();
        expect(Date.now() - Date.parse(oldest)).toBeGreaterThan(28 * minuteMs);
        // The rate is of whole minutes of counters, which began at most a minute before the first delivery.
        const answered = slow.received.length - 32;
        const elapsed = Math.max(1, (Date.now() - answeredFrom) / minuteMs);
        expect(rate).toBeLessThanOrEqual(answered * 1.3);
        expect(rate).toBeGreaterThanOrEqual((answered / (elapsed + 1)) * 0.7);
        expect(Math.abs(seconds - (pending / rate) * 60)).toBeLessThan(seconds * 0.02 + 1);
      },
      { timeout: 20_000, interval: 50 },
    );
  });

  it('is done no sooner than the rate of the endpoint allows', async () => {
    const setRate = (rate: number | null) =>
      service.request('PATCH', `/v1/webhooks/${id}`, { key: agency.key, body: { max_per_second: rate } });
    await setRate(1);
    const { pending_count: pending, per_minute: perMinute, done_in_seconds: seconds } = await now();
    expect(perMinute).toBe(60);
    expect(seconds).toBe(pending);
    await setRate(null);
  });

  it('is an incident of the endpoint, which loses nothing, and has a group of its own', async () => {
    const { health, incident } = await endpoint();
    const since = (await now()).oldest_due_at;
    expect(health).toMatchObject({
      state: 'behind',
      reason: 'Due deliveries wait for the receiver',
      detail: expect.stringMatching(/^\d+ deliveries wait, \d+ a minute; done in about \d+ min$/),
    });
    expect(incident).toMatchObject({ status: 'behind', errors: [], disabled_at: null, unreplayed_count: 0, missed_count: 0 });
    for (const each of [health.since, incident.since]) expect(Math.abs(Date.parse(each) - Date.parse(since))).toBeLessThan(5_000);
    const { data } = (await service.request('GET', '/v1/webhooks', { key: agency.key })).body;
    expect(data).toMatchObject([{ id, health: { state: 'behind' }, incident: { status: 'behind' } }]);
    expect(await groups()).toMatchObject([
      { status: 'behind', error: 'behind', label: 'Deliveries wait', endpoint_ids: [id], live_count: 1 },
    ]);
  });

  it('is said by the overview, the status page, the diagnostics and the metrics', async () => {
    expect(await serviceNow()).toMatchObject({
      behind_endpoint_count: 1,
      oldest_behind_at: (await now()).oldest_due_at,
      behind_detail: (await endpoint()).health.detail,
    });
    const { body: status } = await service.request('GET', '/status', { key: null, version: null });
    expect(status.components).toContainEqual({
      name: 'Webhook deliveries',
      status: 'operational',
      detail: expect.stringContaining('Deliveries to 1 endpoint wait for their receivers, the oldest for 28 minutes.'),
    });
    const { checks } = (await service.operator('GET', '/operator/v1/diagnostics')).body;
    expect(checks).toContainEqual(
      expect.objectContaining({ name: 'receivers', status: 'warning', detail: expect.stringContaining(': 1. ') }),
    );
    expect((await service.operator('GET', '/metrics')).text).toMatch(/^service_endpoints_behind 1$/m);
  });

  it('works as soon as the receiver has caught up', async () => {
    answersAfterMs = 0;
    await slow.waitFor(600, 60_000);
    await vi.waitFor(async () => expect(await now()).toMatchObject({ pending_count: 0, oldest_due_at: null, done_in_seconds: null }), {
      timeout: 20_000,
      interval: 50,
    });
    expect(await serviceNow()).toMatchObject({ behind_endpoint_count: 0, oldest_behind_at: null, behind_detail: null });
    expect(await endpoint()).toMatchObject({ health: { state: 'works' }, incident: null });
    await vi.waitFor(async () => expect(await groups()).toEqual([]), { timeout: 30_000, interval: 50 });
  });
});

describe('is never behind', () => {
  let service: TestService;
  let agency: TestAgency;
  beforeAll(async () => {
    service = await startService({ delivers: false, times: { measurementMs: 0 } });
    agency = await service.createAgency();
    await agency.ingest(creatorRecords);
  });
  afterAll(() => service.close());

  const wait = (id: string) =>
    service.database.query({
      text: `INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, occurred_at, generation, due_at)
             VALUES ($1, $2, 'ping', uuidv7(), now(), 1, now() - interval '1 hour')`,
      values: [agency.id, id],
    });
  const endpoint = async (id: string) => (await service.request('GET', `/v1/webhooks/${id}`, { key: agency.key })).body;
  const create = async (path: string, body: object) => (await service.request('POST', path, { key: agency.key, body })).body.id as string;
  const overview = async () => (await service.operator('GET', '/operator/v1/service')).body.backlog.behind_endpoint_count;

  it('a listener without a stream, an endpoint of a contained agency, and one that is paused', async () => {
    const listener = await create('/v1/webhook-listeners', { enabled_event_types: ['order.created'] });
    await service.database.query({
      text: `UPDATE webhook_endpoints SET listening_until = now() - interval '1 minute' WHERE id = $1`,
      values: [listener],
    });
    const active = await create('/v1/webhooks', { url: 'https://hooks.example.com/', enabled_event_types: ['order.created'] });
    await wait(listener);
    await wait(active);
    expect([(await endpoint(listener)).health.state, (await endpoint(active)).health.state, await overview()]).toEqual([
      'silent',
      'behind',
      1,
    ]);
    await service.operator('POST', `/operator/v1/agencies/${agency.id}/containment`, {});
    expect((await service.operator('GET', `/operator/v1/agencies/${agency.id}/webhooks`)).body.data).toEqual(
      [listener, active].map((id) => expect.objectContaining({ id, incident: null, health: expect.objectContaining({ state: 'paused' }) })),
    );
    expect(await overview()).toBe(0);
    await service.operator('DELETE', `/operator/v1/agencies/${agency.id}/containment`);
    expect((await endpoint(active)).health.state).toBe('behind');
  });
});
