import { randomUUID } from 'node:crypto';
import { verifyWebhook } from '@agency-service/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReceiver, type Received, type Receiver } from '../../support/receiver.ts';
import { eventually, orderRecord, problem, useService, type Agency } from './fixture.ts';

const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();
const order = (id: string, fields: object = {}) => ({ ...orderRecord(id, `fan-${id}`), created_at: ago(1), ...fields });
const path = (id: string) => `/v1/webhooks/${id}/recoveries`;
const allTypes = ['order.created', 'order.refunded', 'assignment.updated', 'conversation.ai_control_requested'];

/** Requests a recovery and follows it to its end. */
async function recover(agency: Agency, id: string, body: object = {}, key = agency.key): Promise<any> {
  const answer = await agency.call('POST', path(id), { key, body: { start: ago(3), ...body } });
  expect(answer).toMatchObject({ status: 202, body: { status: 'queued' } });
  return eventually(
    async () => (await agency.call('GET', `${path(id)}/${answer.body.id}`, { key })).body,
    ({ status }) => status === 'completed' || status === 'stopped',
  );
}

async function count(agency: Agency, id: string, body: object = {}, key = agency.key): Promise<any> {
  const answer = await agency.call('POST', path(id), { key, body: { start: ago(3), dry_run: true, ...body } });
  expect(answer).toMatchObject({ status: 202, body: { id: null, status: 'counted', ended_at: null } });
  return answer.body;
}

const countsOf = (recovery: any) => [recovery.recorded_count, recovery.reconstructed_count, recovery.delivered_count];
const setStatus = (agency: Agency, id: string, status: string) => agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status } });
const isMarked = ({ headers }: Received) => headers['service-event-reconstructed'];
const idsOf = (received: readonly Received[]) => received.map(({ event }) => event.data.id).sort();

describe('POST /v1/webhooks/{endpoint_id}/recoveries', () => {
  const newAgency = useService({ delivers: true, retryDelaysMs: [5, 5, 5] });
  let receiver: Receiver;
  let other: Receiver;
  beforeEach(async () => {
    [receiver, other] = await Promise.all([startReceiver(), startReceiver()]);
  });
  afterEach(() => Promise.all([receiver.close(), other.close()]));

  /** Everything that is to come has come. */
  async function settled(agency: Agency): Promise<void> {
    const pending = () =>
      agency.service.database.query<{ count: number }>({
        text: 'SELECT count(*) AS count FROM delivery_queue WHERE agency_id = $1',
        values: [agency.id],
      });
    await eventually(pending, ([row]) => row!.count === 0);
  }

  it('sends an endpoint that was disabled what was recorded for another one, once each, with the same ids and valid signatures', async () => {
    const agency = await newAgency();
    const { id, secret } = await agency.addEndpoint({ url: receiver.url });
    await agency.addEndpoint({ url: other.url });
    await agency.ingest([order('before')]);
    await receiver.waitFor(1);
    await setStatus(agency, id, 'disabled');
    await agency.ingest([order('one'), order('two', { creator_id: 'bea' })]);
    const events = (await other.waitFor(3)).map(({ event }) => event);
    expect(countsOf(await count(agency, id))).toEqual([2, 0, 1]);
    expect(await agency.call('POST', path(id), { body: { start: ago(3) } })).toMatchObject(problem(409, 'webhook_endpoint_disabled'));
    await setStatus(agency, id, 'active');

    const recovery = await recover(agency, id);
    expect(recovery).toMatchObject({
      status: 'completed',
      event_types: null,
      by_event_type: [{ event_type: 'order.created', recorded_count: 2, reconstructed_count: 0, delivered_count: 1 }],
      has_more: false,
    });
    const [, ...recovered] = await receiver.waitFor(3);
    for (const { headers, body, event } of recovered) {
      const verified = await verifyWebhook(body, headers as Record<string, string>, secret);
      expect(verified).toEqual(events.find((each) => each.id === event.id));
    }
    expect(idsOf(recovered)).toEqual(['one', 'two']);
    expect(recovered.map(isMarked)).toEqual([undefined, undefined]);
    const deliveryId = recovered[0]!.headers['service-delivery-id'] as string;
    const delivery = await eventually(
      async () => (await agency.call('GET', `/v1/webhooks/${id}/deliveries/${deliveryId}`)).body,
      ({ status }) => status === 'delivered',
    );
    expect(delivery).toMatchObject({ recovery_id: recovery.id, resend_of_delivery_id: null, replay_of_failure_id: null });

    expect(countsOf(await recover(agency, id))).toEqual([0, 0, 3]);
    await settled(agency);
    expect(receiver.received).toHaveLength(3);
    expect(other.received).toHaveLength(3);
  });

  it('makes events from facts that no endpoint wanted, marks them, and makes each once', async () => {
    const agency = await newAgency();
    await agency.ingest([
      { type: 'employee', id: 'eve', name: 'Eve', email: null, role: 'chatter', active: true },
      ...['fan-1', 'fan-2'].map((fan_id) => ({
        type: 'fan',
        account_id: 'account-ada',
        fan_id,
        fan_username: `name of ${fan_id}`,
        subscription_status: 'active_subscriber',
        is_online: false,
        related_at: ago(5),
        tag_ids: [],
      })),
      order('one', { fan_id: 'fan-1' }),
      order('two', { fan_id: null, creator_id: 'bea' }),
      order('too old', { created_at: ago(5) }),
      { type: 'refund', order_id: 'one', refunded_at: ago(0.5) },
      {
        type: 'ai_request',
        id: 'ai-1',
        account_id: 'account-ada',
        fan_id: 'fan-1',
        action: 'stop',
        requested_by_user_id: null,
        requested_at: ago(2),
      },
    ]);
    expect((await agency.call('PUT', '/v1/accounts/account-ada/fans/fan-1/assignment', { body: { user_id: 'eve' } })).status).toBe(200);
    const { id, secret } = await agency.addEndpoint({ url: receiver.url, enabled_event_types: allTypes });
    expect(countsOf(await count(agency, id))).toEqual([0, 5, 0]);

    const recovery = await recover(agency, id);
    expect(recovery.by_event_type).toEqual(
      [...allTypes].sort().map((event_type) => ({
        event_type,
        recorded_count: 0,
        reconstructed_count: event_type === 'order.created' ? 2 : 1,
        delivered_count: 0,
      })),
    );
    const received = await receiver.waitFor(5);
    for (const { headers, body, event } of received) {
      expect(await verifyWebhook(body, headers as Record<string, string>, secret)).toEqual(event);
    }
    expect(received.map(isMarked)).toEqual(Array.from({ length: 5 }, () => 'true'));
    const shown = (await agency.call('GET', '/v1/orders/one')).body;
    const of = (type: string) => received.map(({ event }) => event).filter((event) => event.type === type);
    expect(of('order.created').find(({ data }) => data.id === 'one')).toMatchObject({
      created_at: shown.created_at,
      data: { ...shown, refunded_at: null, fan_username: 'name of fan-1' },
    });
    expect(of('order.refunded')).toMatchObject([{ created_at: shown.refunded_at, data: shown }]);
    expect(of('assignment.updated')).toMatchObject([{ data: { account_id: 'account-ada', fan_id: 'fan-1', assigned_user_id: 'eve' } }]);
    expect(of('conversation.ai_control_requested')).toMatchObject([{ data: { id: 'ai-1', action: 'stop' } }]);
    const event = (await agency.call('GET', `/v1/webhook-events/${received[0]!.event.id}`)).body;
    expect(event).toMatchObject({ is_reconstructed: true, deliveries: [{ endpoint_id: id, recovery_id: recovery.id }] });

    // Another endpoint gets the same events, and what is sent again is marked, too.
    expect(countsOf(await recover(agency, id))).toEqual([0, 0, 5]);
    const second = await agency.addEndpoint({ url: other.url, enabled_event_types: allTypes });
    expect(countsOf(await count(agency, second.id))).toEqual([0, 5, 0]);
    expect(countsOf(await recover(agency, second.id))).toEqual([0, 5, 0]);
    const again = await other.waitFor(5);
    expect(new Set(again.map(({ event: { id } }) => id))).toEqual(new Set(received.map(({ event: { id } }) => id)));
    expect(again.every((each) => isMarked(each) === 'true')).toBe(true);
    await settled(agency);
    const deliveryId = event.deliveries[0].id as string;
    const request = (await agency.call('GET', `/v1/webhooks/${id}/deliveries/${deliveryId}/request`)).body;
    expect(request.headers).toContainEqual({ name: 'Service-Event-Reconstructed', value: 'true' });
    await agency.call('POST', `/v1/webhooks/${id}/deliveries/${deliveryId}/resend`);
    expect(isMarked((await receiver.waitFor(6))[5]!)).toBe('true');
  });

  it('marks a reconstructed event also when its delivery fails and is replayed', async () => {
    const agency = await newAgency();
    await agency.ingest([order('one')]);
    const { id } = await agency.addEndpoint({ url: receiver.url });
    receiver.answer = 500;
    await recover(agency, id);
    await receiver.waitFor(4);
    const failures = () => agency.call('GET', `/v1/webhooks/${id}/failures`).then(({ body }) => body.data as any[]);
    const [failure] = await eventually(failures, (data) => data.length === 1);
    expect(countsOf(await count(agency, id))).toEqual([0, 0, 1]);
    receiver.answer = 200;
    await agency.call('POST', `/v1/webhooks/${id}/failures/${failure.id}/replay`);
    expect(isMarked((await receiver.waitFor(5))[4]!)).toBe('true');
    expect((await agency.call('POST', `/v1/webhooks/${id}/failures/${failure.id}/replay`)).status).toBe(202);
    await receiver.waitFor(6);
    await settled(agency);
    expect(countsOf(await count(agency, id))).toEqual([0, 0, 1]);
  });

  it('recovers nothing that the endpoint or the key may not have: types, creators, test events, pings', async () => {
    const agency = await newAgency();
    const all = await agency.addEndpoint({ url: other.url, enabled_event_types: ['order.created'] });
    await agency.call('POST', `/v1/webhooks/${all.id}/test-events`, { body: { event_type: 'order.created' } });
    await agency.call('POST', `/v1/webhooks/${all.id}/ping`);
    await agency.ingest([
      order('ada-1'),
      order('bea-1', { creator_id: 'bea' }),
      { type: 'refund', order_id: 'ada-1', refunded_at: ago(0.5) },
    ]);
    await other.waitFor(4);
    const limited = await agency.addEndpoint({ url: receiver.url, allowed_creator_ids: ['ada'] });
    expect(countsOf(await count(agency, limited.id))).toEqual([1, 0, 0]);
    expect(countsOf(await count(agency, limited.id, {}, agency.adaKey))).toEqual([1, 0, 0]);
    expect(countsOf(await count(agency, limited.id, { event_types: ['order.refunded'] }))).toEqual([0, 0, 0]);
    for (const body of [{ start: ago(3), dry_run: true }, { start: ago(3) }]) {
      expect(await agency.call('POST', path(all.id), { key: agency.adaKey, body })).toMatchObject(problem(404, 'unknown_webhook_endpoint'));
    }
    expect(countsOf(await recover(agency, limited.id, {}, agency.adaKey))).toEqual([1, 0, 0]);
    expect(idsOf(await receiver.waitFor(1))).toEqual(['ada-1']);
    // Creators that it gets later were not part of what it was requested for.
    await settled(agency);
    expect(receiver.received).toHaveLength(1);
    const wide = await agency.addEndpoint({ url: receiver.url });
    const { id: recoveryId } = await recover(agency, wide.id, { event_types: ['order.created'] });
    await agency.call('PATCH', `/v1/webhooks/${wide.id}`, { body: { allowed_creator_ids: ['ada'] } });
    expect(await agency.call('GET', `${path(wide.id)}/${recoveryId}`, { key: agency.adaKey })).toMatchObject(
      problem(404, 'unknown_webhook_recovery'),
    );
    expect(await agency.call('GET', `${path(limited.id)}/${recoveryId}`)).toMatchObject(problem(404, 'unknown_webhook_recovery'));
    expect(await agency.call('GET', `${path(limited.id)}/${randomUUID()}`)).toMatchObject(problem(404, 'unknown_webhook_recovery'));
  });

  it('counts recorded and made events within the span and the types, and the run does the same', async () => {
    const agency = await newAgency();
    await agency.ingest([order('made 1'), order('made 2', { created_at: ago(2) })]);
    const recorder = await agency.addEndpoint({ url: other.url });
    await agency.ingest([order('recorded', { created_at: ago(9) })]);
    await other.waitFor(1);
    const { id } = await agency.addEndpoint({ url: receiver.url });
    await agency.call('DELETE', `/v1/webhooks/${recorder.id}`);
    const counted = await count(agency, id, { start: ago(1.5) });
    expect(countsOf(counted)).toEqual([1, 1, 0]);
    expect(countsOf(await count(agency, id, { start: ago(2.5), end: ago(1.5) }))).toEqual([0, 1, 0]);
    expect(countsOf(await count(agency, id, { event_types: ['order.refunded'] }))).toEqual([0, 0, 0]);
    const run = await recover(agency, id, { start: ago(1.5) });
    expect(run.by_event_type).toEqual(counted.by_event_type);
    expect(idsOf(await receiver.waitFor(2))).toEqual(['made 1', 'recorded']);
    expect(countsOf(await recover(agency, id))).toEqual([0, 1, 2]);
    expect(idsOf(await receiver.waitFor(3))).toEqual(['made 1', 'made 2', 'recorded']);
  });

  it('has an entry of the audit log, and none for a dry run', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ url: receiver.url });
    await count(agency, id);
    const { id: recovery_id } = await recover(agency, id, { event_types: ['order.created'] });
    const entries = (await agency.call('GET', '/v1/audit')).body.data.filter(({ action }: any) => action === 'events.recovered');
    expect(entries).toMatchObject([{ subject_id: id, details: { recovery_id, event_types: ['order.created'] } }]);
  });

  it('refuses spans that are reversed, empty, in the future or older than the stored events, and unknown types', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const bodies = [
      {},
      { start: 'yesterday' },
      { start: ago(1), end: ago(2) },
      { start: ago(1), end: ago(1).slice(0, 4) },
      { start: ago(-1) },
      { start: ago(24 * 30 + 0.1) },
      { start: ago(1), event_types: ['ping'] },
      { start: ago(1), event_types: ['order.lost'] },
      { start: ago(1), event_types: [] },
      { start: ago(1), limit: 5 },
    ];
    for (const dry_run of [true, false]) {
      for (const body of bodies) {
        expect(await agency.call('POST', path(id), { body: { ...body, dry_run } })).toMatchObject(problem(400, 'validation_failed'));
      }
    }
    const same = ago(1);
    expect(await agency.call('POST', path(id), { body: { start: same, end: same } })).toMatchObject(problem(400, 'validation_failed'));
    expect(await agency.call('POST', path(id), { body: { start: ago(24 * 30 - 0.1), end: ago(-9), dry_run: true } })).toMatchObject({
      status: 202,
    });
  });
});

describe('GET /v1/webhooks/{endpoint_id}/recoveries/{recovery_id}', () => {
  const newAgency = useService();
  it('shows a queued recovery', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const asked = (await agency.call('POST', path(id), { body: { start: ago(1) } })).body;
    expect(asked).toMatchObject({ status: 'queued', recorded_count: 0, by_event_type: [], ended_at: null });
    expect((await agency.call('GET', `${path(id)}/${asked.id}`)).body).toEqual(asked);
  });
});
