import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually, problem, useService, type Agency } from '../api/webhooks/fixture.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

const newAgency = useService({ delivers: true, times: { sweepMs: 50 } });

/** The agency's own receiver, and the one of the key for `ada`. */
let own: Receiver;
let adas: Receiver;
let agency: Agency;
beforeEach(async () => {
  [own, adas, agency] = [await startReceiver(), await startReceiver(), await newAgency()];
});
afterEach(() => Promise.all([own.close(), adas.close()]));

const change = async (id: string, body: object, key = agency.key) => {
  const answer = await agency.call('PATCH', `/v1/webhooks/${id}`, { key, body });
  expect(answer).toMatchObject({ status: 200 });
};
const read = async (id: string, list: 'failures' | 'deliveries', key = agency.key) => {
  const answer = await agency.call('GET', `/v1/webhooks/${id}/${list}`, { key });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.data as any[];
};
const eventIds = (items: readonly { event_id: string }[]) => items.map(({ event_id }) => event_id).sort();
const idsReceived = (receiver: Receiver) => receiver.received.map(({ event }) => event.id).sort();
const counted = async (id: string, key = agency.key) =>
  (await agency.call('GET', `/v1/webhooks/${id}/stats`, { key })).body.data[0] as object;
const replayAll = async (id: string, key = agency.key) =>
  (await agency.call('POST', `/v1/webhooks/${id}/failures/replay`, { key })).body.replayed_count as number;

/** An order of a creator, as the upstream platform reports it. */
async function sell(creatorId: string): Promise<string> {
  const id = randomUUID();
  const record = { type: 'order', id, order_type: 'tip', creator_id: creatorId, fan_id: null, user_id: null, message_id: null };
  const records = [{ ...record, amount_cents: 4_200, created_at: new Date().toISOString() }];
  const answer = await agency.service.operator('POST', `/operator/v1/agencies/${agency.id}/records`, { records });
  expect(answer).toMatchObject({ status: 200 });
  return id;
}

/** Lets what waits for a retry be tried now. */
async function retryNow(id: string): Promise<void> {
  for (const { id: deliveryId, status } of await read(id, 'deliveries')) if (status === 'pending') await agency.makeDue(deliveryId);
}

const isTriedOnce = (items: readonly { attempts: unknown[] }[]) => items.every(({ attempts }) => attempts.length === 1);

/** An endpoint of the whole agency with an order of each creator that waits for its retry. */
async function endpointWithPending(): Promise<{ id: string; pending: Record<'ada' | 'bea', string> }> {
  own.answer = 500;
  const { id } = await agency.addEndpoint({ url: own.url });
  await sell('ada');
  await sell('bea');
  const tried = await own.waitFor(2);
  expect(await eventually(() => read(id, 'deliveries'), isTriedOnce)).toHaveLength(2);
  own.answer = 200;
  own.received.length = 0;
  const of = (creatorId: string) => tried.find(({ event }) => event.data['creator_id'] === creatorId)!.event.id;
  return { id, pending: { ada: of('ada'), bea: of('bea') } };
}

describe('an endpoint of the whole agency that is narrowed to one creator', () => {
  test('shows the key of that creator nothing of the others', async () => {
    const { id, pending } = await endpointWithPending();
    const { event_id: pingId } = (await agency.call('POST', `/v1/webhooks/${id}/ping`)).body;
    const adasFailure = await agency.addFailure(id);
    const beasFailure = await agency.addFailure(id, { creatorId: 'bea' });
    await agency.countInMinute(id, new Date(Date.now() - 3_600_000), 'order.created', 40, 2);
    await change(id, { allowed_creator_ids: ['ada'] });

    expect(eventIds(await read(id, 'deliveries', agency.adaKey))).toEqual([pending.ada, pingId].sort());
    expect(eventIds(await read(id, 'failures', agency.adaKey))).toEqual([adasFailure.eventId]);
    expect(await counted(id, agency.adaKey)).toMatchObject({ event_type: 'order.created', delivered_count: 0, failed_count: 0 });

    expect(eventIds(await read(id, 'deliveries'))).toEqual([pending.ada, pending.bea, pingId].sort());
    expect(eventIds(await read(id, 'failures'))).toEqual([adasFailure.eventId, beasFailure.eventId].sort());
    expect(await counted(id)).toMatchObject({ event_type: 'order.created', delivered_count: 40, failed_count: 2 });
  });

  test('sends nothing of the others to where the key of that creator points it, and keeps it for the agency', async () => {
    const { id, pending } = await endpointWithPending();
    const adasFailure = await agency.addFailure(id);
    const beasFailure = await agency.addFailure(id, { creatorId: 'bea' });
    await change(id, { allowed_creator_ids: ['ada'] });
    await change(id, { url: adas.url }, agency.adaKey);

    const single = (failureId: string, key: string) => agency.call('POST', `/v1/webhooks/${id}/failures/${failureId}/replay`, { key });
    const unknown = problem(404, 'unknown_webhook_failure');
    expect(await single(beasFailure.id, agency.adaKey)).toMatchObject(unknown);
    expect(await single(randomUUID(), agency.adaKey)).toMatchObject(unknown);
    expect(await replayAll(id, agency.adaKey)).toBe(1);
    await retryNow(id);

    const beas = async () => (await read(id, 'failures')).filter(({ event_id }) => event_id !== adasFailure.eventId);
    const kept = await eventually(beas, ({ length }) => length === 2);
    expect(kept).toMatchObject([
      { event_id: pending.bea, error: 'endpoint_disabled', attempts: [{ status_code: 500 }], replayed_at: null },
      { event_id: beasFailure.eventId, error: 'http_status', replayed_at: null },
    ]);
    await adas.waitFor(2);
    expect(idsReceived(adas)).toEqual([pending.ada, adasFailure.eventId].sort());
    expect(own.received).toEqual([]);
    expect(eventIds(await read(id, 'failures', agency.adaKey))).toEqual([adasFailure.eventId]);
    expect(await counted(id)).toMatchObject({ failed_count: 0 });
  });

  test('takes back what the agency replays of the others, until it is widened again: then all of it arrives', async () => {
    const { id, pending } = await endpointWithPending();
    const beasFailure = await agency.addFailure(id, { creatorId: 'bea' });
    await change(id, { allowed_creator_ids: ['ada'] });
    await change(id, { url: adas.url }, agency.adaKey);
    await retryNow(id);
    await adas.waitFor(1);
    await eventually(
      () => read(id, 'failures'),
      ({ length }) => length === 2,
    );

    const replayed = await agency.call('POST', `/v1/webhooks/${id}/failures/${beasFailure.id}/replay`);
    expect(replayed).toMatchObject({ status: 202, body: { event_id: beasFailure.eventId, is_queued: false } });
    const bulk = await agency.call('POST', `/v1/webhooks/${id}/failures/replay`);
    expect(bulk).toMatchObject({ status: 202, body: { replayed_count: 0, waiting_count: 2 } });
    const orders = () => agency.service.database.query({ text: 'SELECT id FROM replay_orders' });
    expect(await eventually(orders, ({ length }) => length === 0)).toEqual([]);
    const back = await read(id, 'failures');
    expect(back).toMatchObject([
      { event_id: pending.bea, replayed_at: null },
      { id: beasFailure.id, delivery_id: replayed.body.delivery_id, error: 'endpoint_disabled', replayed_at: null },
    ]);
    expect(await read(id, 'deliveries')).toHaveLength(2);

    await change(id, { allowed_creator_ids: [], url: own.url });
    expect(eventIds(await read(id, 'failures'))).toEqual([pending.bea, beasFailure.eventId].sort());
    expect(await agency.call('GET', `/v1/webhooks/${id}/failures`, { key: agency.adaKey })).toMatchObject(
      problem(404, 'unknown_webhook_endpoint'),
    );
    expect(await replayAll(id)).toBe(2);
    await own.waitFor(2);
    expect(idsReceived(own)).toEqual([pending.bea, beasFailure.eventId].sort());
    expect(idsReceived(adas)).toEqual([pending.ada]);
  });

  test.each<[string, (id: string, moved: Receiver) => Promise<void>]>([
    ['is left where it is', async () => undefined],
    [
      'has its secret rotated and its label changed by the key of that creator, and its URL set to what it was',
      async (id) => {
        await agency.call('POST', `/v1/webhooks/${id}/secret/rotation`, { key: agency.adaKey });
        await change(id, { label: 'ada', url: own.url }, agency.adaKey);
      },
    ],
    ['is moved by the agency', (id, moved) => change(id, { url: moved.url })],
    [
      'is moved by a key that reaches both creators',
      async (id, moved) => change(id, { url: moved.url }, await agency.createKey({ creatorIds: ['ada', 'bea'] })),
    ],
  ])('still sends what was recorded of the others where it %s', async (_, after) => {
    const { id, pending } = await endpointWithPending();
    const moved = await startReceiver();
    await change(id, { allowed_creator_ids: ['ada'] });
    await after(id, moved);
    await retryNow(id);
    const all = await eventually(
      () => read(id, 'deliveries'),
      (items) => items.every(({ status }) => status !== 'pending'),
    );
    expect(all.map(({ status }) => status)).toEqual(['delivered', 'delivered']);
    expect([...idsReceived(own), ...idsReceived(moved)].sort()).toEqual([pending.ada, pending.bea].sort());
    await moved.close();
  });
});

test('an endpoint of a limited key that the agency widens receives of every creator, and still what was recorded when it is narrowed again', async () => {
  const { id } = await agency.addEndpoint({ url: adas.url }, agency.adaKey);
  await sell('bea');
  await change(id, { allowed_creator_ids: [] });
  const first = await sell('bea');
  expect((await adas.waitFor(1)).map(({ event }) => event.data['id'])).toEqual([first]);
  adas.answer = 500;
  const second = await sell('bea');
  await adas.waitFor(2);
  await eventually(
    () => read(id, 'deliveries'),
    (items) => items[0].attempts.length === 1,
  );
  await change(id, { allowed_creator_ids: ['ada'] });
  adas.answer = 200;
  await retryNow(id);
  expect((await adas.waitFor(3)).map(({ event }) => event.data['id'])).toEqual([first, second, second]);
});

test('an event type that was removed does not recall what was recorded', async () => {
  const { id, pending } = await endpointWithPending();
  await change(id, { enabled_event_types: ['order.refunded'] });
  await retryNow(id);
  await own.waitFor(2);
  expect(idsReceived(own)).toEqual([pending.ada, pending.bea].sort());
});
