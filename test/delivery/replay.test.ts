import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { orderReplay, replayFailures, type FailureSelection } from '../../server/events/bulk-replay.ts';
import { replayFailure } from '../../server/events/replay-failure.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startRig, type Rig } from './rig.ts';

let rig: Rig;
let receiver: Receiver;
let id: string;
beforeAll(async () => {
  rig = await startRig();
  receiver = await startReceiver();
});
afterEach(async () => {
  await rig.rows('DELETE FROM webhook_endpoints');
  await rig.rows('DELETE FROM replay_orders');
  await rig.rows(`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`);
  receiver.received.length = 0;
});
afterAll(async () => {
  await rig.close();
  await receiver.close();
});

const addFailures = (count: number, age?: string, type?: string) => rig.fail(id, count, age, type);

const single = (failureId: string, endpointId = id) =>
  rig.withKey((transaction) => replayFailure(rig.outbox, transaction, { endpointId, failureId }));
const bulk = async (selection: Partial<FailureSelection> = {}) => {
  const counts = await rig.withKey((transaction) => orderReplay(transaction, { endpointId: id, isDryRun: false, ...selection }));
  return counts.reduce((sum, { count }) => sum + count, 0);
};
const queuedJobs = () =>
  rig.rows<{ payload: any }>(
    `SELECT payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'replay_failures'`,
  );

describe('one failure', () => {
  test('its event is sent again with the same id and payload, as another delivery', async () => {
    id = await rig.addEndpoint({ url: receiver.url });
    const deliverer = rig.deliver({ gatherMs: 5 });
    const [failureId] = await addFailures(1);
    const first = await single(failureId!);
    const second = await single(failureId!);
    expect(first!.eventId).toBe(second!.eventId);
    expect(first!.deliveryId).not.toBe(second!.deliveryId);
    const received = await receiver.waitFor(2);
    expect(received.map(({ event }) => [event.id, event.data])).toEqual([1, 2].map(() => [first!.eventId, { n: 1 }]));
    expect(new Set(received.map(({ headers }) => headers['service-delivery-id']))).toEqual(
      new Set([first!.deliveryId, second!.deliveryId]),
    );
    const [failure] = await rig.rows('SELECT replayed_at FROM all_failures WHERE id = $1', [failureId]);
    expect(failure!.replayed_at).toBeInstanceOf(Date);
    await deliverer.stop();
  });

  test('of another endpoint, unknown, malformed, or older than 30 days: none', async () => {
    id = await rig.addEndpoint({ url: receiver.url });
    const other = await rig.addEndpoint({ url: receiver.url });
    const [failureId] = await addFailures(1);
    const [oldId] = await addFailures(1, '30 days 1 second');
    expect(await single(failureId!, other)).toBeNull();
    expect(await single(randomUUID())).toBeNull();
    expect(await single('not-a-uuid')).toBeNull();
    expect(await single(oldId!)).toBeNull();
    expect(await single((await addFailures(1, '29 days 23 hours'))[0]!)).not.toBeNull();
  });
});

describe('all failures', () => {
  const runOrders = async () => {
    while ((await rig.rows('SELECT 1 FROM replay_orders')).length > 0) {
      await replayFailures(rig.sql, rig.outbox, { endpointId: id }, new AbortController().signal, 0);
    }
  };
  const replayed = () => rig.rows('SELECT replay_of FROM all_deliveries WHERE endpoint_id = $1', [id]);

  test('each is replayed once, in batches, although the job runs twice and in parallel', async () => {
    id = await rig.addEndpoint({ url: receiver.url });
    const failureIds = await addFailures(1_203);
    expect(await bulk()).toBe(1_203);
    await Promise.all([runOrders(), runOrders(), runOrders()]);
    await runOrders();
    const rows = await replayed();
    expect(rows).toHaveLength(1_203);
    expect(new Set(rows.map(({ replay_of }) => replay_of))).toEqual(new Set(failureIds));
    expect(await bulk()).toBe(0);
  });

  test('the selection holds: types, start inclusive, end exclusive, not replayed, not older than 30 days, not recorded later', async () => {
    id = await rig.addEndpoint({ url: receiver.url });
    const [single1] = await addFailures(1);
    await single(single1!);
    await addFailures(2, '1 day', 'order.refunded');
    await addFailures(3, '5 days');
    await addFailures(4, '31 days');
    expect(await bulk({ eventTypes: ['order.refunded'] })).toBe(2);
    const [edge] = await rig.rows(
      `SELECT failed_at FROM all_failures WHERE endpoint_id = $1 AND failed_at < now() - interval '4 days' AND failed_at > now() - interval '30 days' LIMIT 1`,
      [id],
    );
    const at = edge!.failed_at.toISOString();
    expect(await bulk({ start: at })).toBe(3);
    expect(await bulk({ end: at })).toBe(0);
    await rig.rows('DELETE FROM replay_orders');
    expect(await bulk({ start: at })).toBe(5);
    await rig.rows('DELETE FROM replay_orders');
    expect(await bulk()).toBe(5);
    await addFailures(1, '-1 second');
    await runOrders();
    expect(await replayed()).toHaveLength(1 + 5);
  });

  test('a job that is stopped is not done', async () => {
    id = await rig.addEndpoint({ url: receiver.url });
    await addFailures(3);
    await bulk();
    const [job] = await queuedJobs();
    const stopped = new AbortController();
    stopped.abort();
    await expect(replayFailures(rig.sql, rig.outbox, job!.payload, stopped.signal)).rejects.toThrow();
    expect(await rig.rows('SELECT 1 FROM replay_orders')).toHaveLength(1);
  });

  test('nothing to replay leaves no job', async () => {
    id = await rig.addEndpoint({ url: receiver.url });
    expect(await bulk()).toBe(0);
    expect(await queuedJobs()).toHaveLength(0);
  });
});
