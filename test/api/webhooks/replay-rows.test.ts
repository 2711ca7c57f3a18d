import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { withoutRateLimits } from '../../support/without-rate-limits.ts';
import { bulkReplayed, eventually, useService, type Agency } from './fixture.ts';

describe('replays multiply nothing', () => {
  const newAgency = useService({ delivers: true });
  let receiver: Receiver;
  let agency: Agency;
  beforeAll(async () => void (await withoutRateLimits((await newAgency()).service)));
  beforeEach(async () => {
    [receiver, agency] = [await startReceiver(), await newAgency()];
  });
  afterEach(() => receiver.close());

  const rows = async () => {
    const [counts] = await agency.service.database.query<Record<string, number>>({
      text: `
        SELECT (SELECT count(*) FROM all_deliveries) AS deliveries, (SELECT count(*) FROM all_failures) AS failures,
               (SELECT count(*) FROM replay_orders) AS orders, (SELECT count(*) FROM webhook_events) AS events,
               (SELECT count(*) FROM graphile_worker.jobs WHERE task_identifier = 'replay_failures') AS jobs`,
    });
    return counts!;
  };
  const replayAll = (id: string, body: object = {}) => agency.call('POST', `/v1/webhooks/${id}/failures/replay`, { body });
  const setStatus = (id: string, status: 'active' | 'disabled') => agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status } });
  const failuresOf = async (id: string) => (await agency.call('GET', `/v1/webhooks/${id}/failures?limit=100`)).body.data as any[];
  const deliveriesOf = async (id: string) => (await agency.call('GET', `/v1/webhooks/${id}/deliveries`)).body.data as any[];
  const isDone = async () => eventually(rows, ({ orders, jobs }) => orders === 0 && jobs === 0);

  async function endpointWithFailures(count: number): Promise<{ id: string; eventIds: string[] }> {
    const { id } = await agency.addEndpoint({ url: receiver.url });
    const eventIds: string[] = [];
    for (let n = 0; n < count; n++) eventIds.push((await agency.addFailure(id)).eventId);
    return { id, eventIds: eventIds.sort() };
  }

  it('while endpoints are disabled, however often they are requested', async () => {
    const endpoints = await Promise.all([1, 2, 3, 4].map(() => endpointWithFailures(25)));
    for (const { id } of endpoints) await setStatus(id, 'disabled');
    const before = await rows();
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => replayAll(endpoints[n % 4]!.id)));
    const told = answers.map(({ status, body }) => [status, body.replayed_count, body.waiting_count, body.by_event_type.length].join(' '));
    expect(new Set(told)).toEqual(new Set(['202 0 25 0']));
    for (const { id } of endpoints) {
      for (const failure of await failuresOf(id)) {
        const answer = await agency.call('POST', `/v1/webhooks/${id}/failures/${failure.id}/replay`);
        expect(answer).toMatchObject({ status: 202, body: { event_id: failure.event_id, is_queued: false } });
      }
    }
    expect(await isDone()).toEqual(before);
    expect(receiver.received).toEqual([]);
  });

  it('while the endpoint is disabled: the failure becomes that of its replay, keeps its place, and can be replayed later', async () => {
    const { id } = await endpointWithFailures(3);
    await setStatus(id, 'disabled');
    const before = await failuresOf(id);
    const path = `/v1/webhooks/${id}/failures/${before[1].id}/replay`;
    const replays = [await agency.call('POST', path), await agency.call('POST', path)].map(({ body }) => body);
    expect(new Set([before[1].delivery_id, ...replays.map(({ delivery_id }) => delivery_id)]).size).toBe(3);
    const returned = { ...before[1], delivery_id: replays[1].delivery_id, error: 'endpoint_disabled', attempts: [], replayed_at: null };
    expect(await failuresOf(id)).toEqual([before[0], returned, before[2]]);
    expect(await deliveriesOf(id)).toEqual([]);

    await setStatus(id, 'active');
    const { delivery_id: deliveryId } = (await agency.call('POST', path)).body;
    const [received] = await receiver.waitFor(1);
    expect(received).toMatchObject({ event: { id: before[1].event_id }, headers: { 'service-delivery-id': deliveryId } });
  });

  it('while the endpoint is enabled and disabled in turn', async () => {
    const { id } = await endpointWithFailures(12);
    const before = await rows();
    // A lock on the failures keeps the order waiting until the endpoint is disabled.
    for (let round = 0; round < 3; round++) {
      await setStatus(id, 'active');
      await agency.service.database.transaction(async (transaction) => {
        await transaction.query({ text: 'SELECT id FROM delivery_failures WHERE endpoint_id = $1 FOR UPDATE', values: [id] });
        expect((await replayAll(id)).body).toEqual(bulkReplayed({ 'order.created': 12 }));
        await setStatus(id, 'disabled');
      });
      await isDone();
      const failures = await eventually(
        () => failuresOf(id),
        (list) => list.every(({ replayed_at }) => replayed_at === null),
      );
      expect(failures).toHaveLength(12);
      expect(await eventually(rows, ({ deliveries }) => deliveries === before['deliveries'])).toEqual(before);
    }
    expect(receiver.received).toEqual([]);
  });

  it('where an endpoint is disabled, what was not attempted yet returns to the failures that it repeats', async () => {
    const { id, eventIds } = await endpointWithFailures(60);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    receiver.answer = (_request, response) => void released.then(() => response.writeHead(200).end());
    expect((await replayAll(id)).body).toEqual(bulkReplayed({ 'order.created': 60 }));
    await receiver.waitFor(1);
    await isDone();
    await setStatus(id, 'disabled');
    const isUnsent = ({ replayed_at }: any) => replayed_at === null;
    await eventually(
      () => failuresOf(id),
      (list) => list.some(isUnsent),
    );
    release();
    const deliveries = await eventually(
      () => deliveriesOf(id),
      (list) => list.every(({ status }) => status === 'delivered'),
    );
    const failures = await failuresOf(id);
    expect(failures.map(({ event_id }) => event_id).sort()).toEqual(eventIds);
    const returned = failures.filter(isUnsent);
    expect(returned.every(({ error, attempts }) => error === 'endpoint_disabled' && attempts.length === 0)).toBe(true);
    expect(deliveries).toHaveLength(receiver.received.length);
    expect([...deliveries, ...returned].map(({ event_id }) => event_id).sort()).toEqual(eventIds);

    await setStatus(id, 'active');
    receiver.answer = 200;
    expect((await replayAll(id)).body).toEqual(bulkReplayed({ 'order.created': returned.length }));
    await receiver.waitFor(60);
    expect(receiver.received.map(({ event }) => event.id).sort()).toEqual(eventIds);
  });

  it('where concurrent ones overlap: each failure is counted once and sent once', async () => {
    const { id, eventIds } = await endpointWithFailures(12);
    const answers = await Promise.all(Array.from({ length: 6 }, () => replayAll(id)));
    expect(answers.map(({ body }) => body.replayed_count).sort((one, other) => one - other)).toEqual([0, 0, 0, 0, 0, 12]);
    await receiver.waitFor(12);
    await isDone();
    const deliveries = await eventually(
      () => deliveriesOf(id),
      (list) => list.every(({ status }) => status === 'delivered'),
    );
    expect(deliveries.map(({ event_id }) => event_id).sort()).toEqual(eventIds);
    expect(receiver.received.map(({ event }) => event.id).sort()).toEqual(eventIds);
  });

  it('where a selection is requested while a narrower one is queued', async () => {
    const { id, eventIds } = await endpointWithFailures(4);
    eventIds.push((await agency.addFailure(id, { eventType: 'order.refunded' })).eventId);
    await agency.service.database.transaction(async (transaction) => {
      await transaction.query({ text: 'SELECT id FROM delivery_failures WHERE endpoint_id = $1 FOR UPDATE', values: [id] });
      expect((await replayAll(id, { event_types: ['order.refunded'] })).body).toEqual(bulkReplayed({ 'order.refunded': 1 }));
      expect((await replayAll(id)).body).toEqual(bulkReplayed({ 'order.created': 4 }));
      expect((await replayAll(id, { event_types: ['order.created', 'ping'] })).body).toEqual(bulkReplayed());
      expect(await rows()).toMatchObject({ orders: 2 });
    });
    await receiver.waitFor(5);
    expect(await isDone()).toMatchObject({ orders: 0, jobs: 0 });
    expect(receiver.received.map(({ event }) => event.id).sort()).toEqual(eventIds.sort());
  });
});
