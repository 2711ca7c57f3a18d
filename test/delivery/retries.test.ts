import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { quickRetries, startRig, type Rig } from './rig.ts';

let rig: Rig;
let receiver: Receiver;
beforeAll(async () => {
  rig = await startRig();
  receiver = await startReceiver();
});
afterEach(async () => {
  await rig.rows('DELETE FROM webhook_endpoints');
  receiver.received.length = 0;
  receiver.answer = 200;
});
afterAll(async () => {
  await rig.close();
  await receiver.close();
});

test('a failed delivery is tried four times in all, then recorded as one failure', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  const deliverer = rig.deliver({ retrySchedule: quickRetries, gatherMs: 5 });
  receiver.answer = 503;
  await rig.publish();
  const failure = await rig.until('SELECT * FROM all_failures WHERE endpoint_id = $1', [id]);
  const [delivery] = await rig.rows('SELECT * FROM all_deliveries WHERE endpoint_id = $1', [id]);
  expect(receiver.received).toHaveLength(4);
  expect(new Set(receiver.received.map(({ headers }) => headers['service-delivery-id']))).toEqual(new Set([delivery!.id]));
  expect(delivery).toMatchObject({ status: 'failed', attempt_count: 4, lease: null });
  expect(failure).toMatchObject({
    event_id: delivery!.event_id,
    delivery_id: delivery!.id,
    error: 'http_status',
    event_type: 'order.created',
    replayed_at: null,
  });
  expect(failure.event_created_at).toEqual(new Date('2026-07-18T21:04:11.000Z'));
  expect(failure.attempts).toEqual(delivery!.attempts);
  expect(failure.attempts).toHaveLength(4);
  expect(failure.attempts[3]).toMatchObject({ status_code: 503, error: 'http_status', response_excerpt: 'ok' });
  const counters = await rig.rows('SELECT delivered_count, failed_count FROM delivery_minutes WHERE endpoint_id = $1', [id]);
  expect(counters).toEqual([{ delivered_count: 0, failed_count: 1 }]);
  await deliverer.stop();
});

test('a delivery that succeeds on its last attempt counts only as delivered', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  const deliverer = rig.deliver({ retrySchedule: quickRetries, gatherMs: 5 });
  receiver.answer = (_request, response) => void response.writeHead(receiver.received.length < 4 ? 500 : 202).end();
  await rig.publish();
  const delivery = await rig.until(`SELECT * FROM all_deliveries WHERE endpoint_id = $1 AND status = 'delivered'`, [id]);
  expect(delivery.attempts.map((attempt: { status_code: number }) => attempt.status_code)).toEqual([500, 500, 500, 202]);
  expect(await rig.rows('SELECT delivered_count, failed_count FROM delivery_minutes WHERE endpoint_id = $1', [id])).toEqual([
    { delivered_count: 1, failed_count: 0 },
  ]);
  expect(await rig.rows('SELECT 1 FROM all_failures WHERE endpoint_id = $1', [id])).toHaveLength(0);
  await deliverer.stop();
});

test('a retry is sent when it is due, although the database wrote its outcome late', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  // Without a further sweep, only the process that recorded the retry finds it.
  const deliverer = rig.deliver({ retrySchedule: [200], gatherMs: 5, sweepMs: 60_000 });
  const lockAndAnswer = (answer: () => void) =>
    rig.database.transaction(async (transaction) => {
      await transaction.query({ text: 'SELECT FROM delivery_queue WHERE endpoint_id = $1 FOR UPDATE', values: [id] });
      answer();
      await rig.until(`SELECT 1 FROM pg_locks WHERE NOT granted`);
      await sleep(600);
    });
  receiver.answer = (_request, response) => {
    if (receiver.received.length > 1) response.writeHead(200).end();
    else void lockAndAnswer(() => void response.writeHead(500).end());
  };
  await rig.publish();
  await rig.until(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND status = 'delivered' AND attempt_count = 2`, [id]);
  await deliverer.stop();
});

test('the first retry is due 10 seconds after the attempt, and is signed again', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  const deliverer = rig.deliver({ gatherMs: 5 });
  receiver.answer = 500;
  await rig.publish();
  const pending = await rig.until(`SELECT * FROM all_deliveries WHERE endpoint_id = $1 AND status = 'pending' AND attempts <> '[]'`, [id]);
  const waitMs = pending.due_at.getTime() - Date.parse(pending.attempts[0].attempted_at);
  expect(waitMs).toBeGreaterThanOrEqual(10_000);
  expect(waitMs).toBeLessThan(15_000);
  receiver.answer = 200;
  // A signature has the second of its attempt.
  await sleep(1_000);
  await rig.rows('UPDATE delivery_queue SET due_at = now() WHERE endpoint_id = $1', [id]);
  rig.wake(id);
  const [first, second] = await receiver.waitFor(2);
  expect(second!.body).toBe(first!.body);
  expect(second!.headers['service-delivery-id']).toBe(first!.headers['service-delivery-id']);
  expect(Number(second!.headers['service-signature-timestamp'])).toBeGreaterThan(Number(first!.headers['service-signature-timestamp']));
  expect(second!.headers['service-signature']).not.toBe(first!.headers['service-signature']);
  await deliverer.stop();
});

test('each waiting time begins at the end of the attempt: a slow answer delays the retry', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  const deliverer = rig.deliver({ gatherMs: 5 });
  receiver.answer = (_request, response) => void setTimeout(() => response.writeHead(500).end(), 500);
  await rig.publish();
  const pending = await rig.until(`SELECT * FROM all_deliveries WHERE endpoint_id = $1 AND status = 'pending' AND attempts <> '[]'`, [id]);
  const waitMs = pending.due_at.getTime() - Date.parse(pending.attempts[0].attempted_at);
  expect(waitMs).toBeGreaterThanOrEqual(10_480);
  await deliverer.stop();
});
