import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { quickRetries, startRig, type Rig } from './rig.ts';

let rig: Rig;
let receiver: Receiver;
beforeEach(async () => {
  rig = await startRig();
  receiver = await startReceiver();
});
afterEach(async () => {
  // Attempts that hang end with their connections.
  await receiver.close();
  await rig.close();
});

const queue = (endpointId: string, count: number) => rig.queue(endpointId, count);

test('one endpoint with 100,000 due and one with 1: the one goes out at once', { timeout: 60_000 }, async () => {
  const quiet = await startReceiver();
  receiver.answer = (_request, response) => void setTimeout(() => response.writeHead(200).end(), 20);
  const busyId = await rig.addEndpoint({ url: receiver.url });
  const quietId = await rig.addEndpoint({ url: quiet.url });
  await queue(busyId, 100_000);
  rig.deliver();
  await receiver.waitFor(200);
  for (let n = 1; n <= 5; n++) {
    await queue(quietId, 1);
    const startedAt = Date.now();
    rig.wake(quietId);
    await quiet.waitFor(n);
    expect(Date.now() - startedAt).toBeLessThan(1_000);
  }
  await queue(quietId, 1);
  const startedAt = Date.now();
  await quiet.waitFor(6);
  expect(Date.now() - startedAt, 'without a wake-up').toBeLessThan(3_000);
  await quiet.close();
});

test('endpoints that hang delay no other one', { timeout: 30_000 }, async () => {
  const quiet = await startReceiver();
  receiver.answer = () => undefined;
  for (let n = 0; n < 8; n++) await queue(await rig.addEndpoint({ url: receiver.url }), 100);
  const quietId = await rig.addEndpoint({ url: quiet.url });
  rig.deliver({ concurrency: 16, concurrencyPerEndpoint: 8 });
  await receiver.waitFor(16);
  await sleep(100);
  for (let n = 1; n <= 5; n++) {
    await queue(quietId, 1);
    const startedAt = Date.now();
    rig.wake(quietId);
    await quiet.waitFor(n);
    expect(Date.now() - startedAt).toBeLessThan(1_000);
  }
  await queue(quietId, 200);
  rig.wake(quietId);
  await quiet.waitFor(205, 8_000);
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

test('several processes share the work: each attempt is made by one of them', { timeout: 60_000 }, async () => {
  const ids = [];
  for (let n = 0; n < 3; n++) ids.push(await rig.addEndpoint({ url: receiver.url }));
  for (const id of ids) await queue(id, 1_000);
  const children = [1, 2].map(() =>
    fork(fileURLToPath(new URL('./deliver-in-child.ts', import.meta.url)), {
      execArgv: [],
      env: { ...process.env, DATABASE_URL: rig.url, SECRET_KEY: rig.encryptionKey.toString('base64') },
    }),
  );
  rig.deliver({ retrySchedule: quickRetries });
  rig.deliver();
  await rig.until(`SELECT 1 FROM all_deliveries WHERE status = 'delivered' HAVING count(*) = 3000`, [], 30_000);
  const sent = new Map<unknown, number>();
  for (const { headers } of receiver.received)
    sent.set(headers['service-delivery-id'], (sent.get(headers['service-delivery-id']) ?? 0) + 1);
  const attempts = await rig.rows<{ id: string; attempt_count: number }>('SELECT id, attempt_count FROM all_deliveries');
  expect(attempts.filter(({ id, attempt_count }) => sent.get(id) !== attempt_count)).toEqual([]);
  const [counted] = await rig.rows('SELECT sum(delivered_count)::int AS count FROM delivery_minutes');
  expect(counted!.count).toBe(3_000);
  await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve) => {
          child.once('exit', resolve);
          child.disconnect();
        }),
    ),
  );
});
