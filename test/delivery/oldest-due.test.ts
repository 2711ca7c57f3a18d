import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startRig, type Rig } from './rig.ts';

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

const tenMinutesMs = 600_000;

/** What the process wrote with its last heartbeat. */
const written = async () => (await rig.rows<{ oldest_due_at: Date | null }>('SELECT oldest_due_at FROM delivery_leases'))[0]!.oldest_due_at;

test('deliveries that wait for a receiver that hangs do not count, while its attempts are in flight and after they timed out', async () => {
  receiver.answer = () => undefined;
  const hanging = await rig.addEndpoint({ url: receiver.url });
  await rig.queue(hanging, 100, '10 minutes');
  const deliverer = rig.deliver({ concurrencyPerEndpoint: 4, deadlineMs: 300, beatMs: 50, sweepMs: 50 });
  await receiver.waitFor(4);
  const seen: number[] = [];
  // Attempts end after 0.3 s, and two at once follow each time.
  await expect
    .poll(
      () => {
        seen.push(deliverer.facts().oldestDueMs);
        return receiver.received.length;
      },
      { interval: 3, timeout: 15_000 },
    )
    .toBeGreaterThan(8);
  expect(Math.max(...seen)).toBe(0);
  expect(deliverer.facts().oldestPendingMs).toBeGreaterThan(tenMinutesMs);
  expect(await written()).toBeNull();
});

test('deliveries that wait for the process count, from the instant at which they were due', async () => {
  receiver.answer = (_request, response) => void setTimeout(() => response.writeHead(200).end(), 25);
  const endpoints = await Promise.all(Array.from({ length: 4 }, () => rig.addEndpoint({ url: receiver.url })));
  for (const id of endpoints) await rig.queue(id, 50, '10 minutes');
  const deliverer = rig.deliver({ concurrency: 4, beatMs: 50, sweepMs: 50 });
  await expect.poll(() => deliverer.facts().oldestDueMs, { interval: 5 }).toBeGreaterThan(tenMinutesMs);
  expect(deliverer.facts().oldestDueMs).toBeLessThan(tenMinutesMs + 60_000);
  await expect.poll(written).toBeInstanceOf(Date);
  await receiver.waitFor(200, 30_000);
  await expect.poll(() => deliverer.facts().oldestDueMs).toBe(0);
  await expect.poll(written).toBeNull();
});

test('deliveries that became due while older ones were sent count from their own due time', async () => {
  receiver.answer = (_request, response) => void setTimeout(() => response.writeHead(200).end(), 25);
  const id = await rig.addEndpoint({ url: receiver.url });
  await rig.queue(id, 40, '10 minutes');
  await rig.queue(id, 200, '1 minute');
  const deliverer = rig.deliver({ concurrency: 4, beatMs: 50, sweepMs: 50 });
  await receiver.waitFor(60, 30_000);
  const seen = () => deliverer.facts().oldestDueMs;
  await expect.poll(() => seen() > 60_000 && seen() < 120_000, { interval: 5 }).toBe(true);
});
