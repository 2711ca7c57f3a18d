import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { quickRetries, startRig, type Rig } from './rig.ts';

let rig: Rig;
let receiver: Receiver;
beforeAll(async () => {
  rig = await startRig();
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  // Attempts that hang end with their connections.
  await receiver.close();
  await rig.reset();
});
afterAll(() => rig.close());

const queue = (endpointId: string, count: number) => rig.queue(endpointId, count);

test('one endpoint with 10,000 due and one with 1: the one goes out at once', async () => {
  const quiet = await startReceiver();
  receiver.answer = (_request, response) => void setTimeout(() => response.writeHead(200).end(), 20);
  const busyId = await rig.addEndpoint({ url: receiver.url });
  const quietId = await rig.addEndpoint({ url: quiet.url });
  const due = 10_000;
  await queue(busyId, due);
  rig.deliver();
  await receiver.waitFor(200);
  for (let n = 1; n <= 5; n++) {
    await queue(quietId, 1);
    rig.wake(quietId);
    await quiet.waitFor(n);
  }
  // Without a wake-up.
  await rig.queue(quietId, 1, '0 seconds');
  await quiet.waitFor(6);
  expect(receiver.received.length).toBeLessThan(due / 2);
  await quiet.close();
});

test('endpoints that hang delay no other one', async () => {
  const quiet = await startReceiver();
  receiver.answer = () => undefined;
  for (let n = 0; n < 8; n++) await queue(await rig.addEndpoint({ url: receiver.url }), 100);
  const quietId = await rig.addEndpoint({ url: quiet.url });
  rig.deliver({ concurrency: 16, concurrencyPerEndpoint: 8, deadlineMs: 120_000 });
  await receiver.waitFor(16);
  await sleep(100);
  for (let n = 1; n <= 5; n++) {
    await queue(quietId, 1);
    rig.wake(quietId);
    await quiet.waitFor(n);
  }
  await queue(quietId, 200);
  rig.wake(quietId);
  await quiet.waitFor(205, 30_000);
  receiver.answer = 200;
  await quiet.close();
});

test('an endpoint has a bounded number of requests in flight', async () => {
  let inFlight = 0;
  let most = 0;
  receiver.answer = (_request, response) => {
    most = Math.max(most, ++inFlight);
    setTimeout(() => {
      inFlight--;
      response.writeHead(200).end();
    }, 30);
  };
  await queue(await rig.addEndpoint({ url: receiver.url }), 100);
  rig.deliver({ concurrency: 64, concurrencyPerEndpoint: 7 });
  await receiver.waitFor(100, 10_000);
  expect(most).toBe(7);
});

test('several deliverers share the work: each attempt is made by one of them', async () => {
  const ids = [];
  for (let n = 0; n < 3; n++) ids.push(await rig.addEndpoint({ url: receiver.url }));
  for (const id of ids) await queue(id, 300);
  for (let n = 0; n < 2; n++) rig.deliver({ retrySchedule: quickRetries });
  const count = 3 * 300;
  await rig.until(`SELECT 1 FROM all_deliveries WHERE status = 'delivered' HAVING count(*) = $1`, [count], 30_000);
  const sent = new Map<unknown, number>();
  for (const { headers } of receiver.received)
    sent.set(headers['service-delivery-id'], (sent.get(headers['service-delivery-id']) ?? 0) + 1);
  const attempts = await rig.rows<{ id: string; attempt_count: number }>('SELECT id, attempt_count FROM all_deliveries');
  expect(attempts.filter(({ id, attempt_count }) => sent.get(id) !== attempt_count)).toEqual([]);
  const [counted] = await rig.rows('SELECT sum(delivered_count)::int AS count FROM delivery_minutes');
  expect(counted!.count).toBe(count);
});
