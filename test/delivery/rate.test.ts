import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { claim } from '../../server/delivery/claim/claim.ts';
import { DeliveryConnection } from '../../server/delivery/record/connection.ts';
import { Outbox } from '../../server/events/outbox.ts';
import { silentMetrics } from '../support/silent-metrics.ts';
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
  await rig.reset();
  await receiver.close();
});
afterAll(() => rig.close());

async function addLimited(maxPerSecond: number, url = receiver.url): Promise<string> {
  const id = await rig.addEndpoint({ url });
  await setRate(id, maxPerSecond);
  return id;
}

const setRate = (id: string, maxPerSecond: number | null) =>
  rig.rows('UPDATE webhook_endpoints SET max_per_second = $2 WHERE id = $1', [id, maxPerSecond]);

/** The most requests that arrived within a second. */
function mostOfSecond({ received }: Receiver): number {
  const times = received.map(({ receivedAt }) => receivedAt).toSorted((one, other) => one - other);
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));
}

/** A busy machine may delay requests, so that later ones arrive closer to them. */
const delayed = 1.15;

const attempted = (id: string) =>
  rig.rows<{ attempts: number; count: number }>(
    'SELECT attempt_count AS attempts, count(*) AS count FROM all_deliveries WHERE endpoint_id = $1 GROUP BY 1',
    [id],
  );

const recorded = (id: string, count: number) =>
  rig.until(`SELECT 1 FROM delivery_history WHERE endpoint_id = $1 AND status = 'delivered' HAVING count(*) = $2`, [id, count]);

test.each([1, 2])('a receiver gets no more than its rate from %i processes, and the rate is reached', async (processes) => {
  const [rate, count] = [40, 120];
  const id = await addLimited(rate);
  await rig.queue(id, count);
  const from = Date.now();
  for (let index = 0; index < processes; index++) rig.deliver({ gatherMs: 5 });
  await receiver.waitFor(count);
  expect(mostOfSecond(receiver)).toBeLessThanOrEqual(rate * 1.1 * delayed);
  expect(Date.now() - from).toBeGreaterThan((count / rate - 0.3) * 1_000);
  expect(Date.now() - from).toBeLessThan((count / rate) * 2_000);
  await recorded(id, count);
  expect(await attempted(id)).toEqual([{ attempts: 1, count }]);
});

test('a slow rate keeps its distance', async () => {
  const id = await addLimited(2);
  await rig.queue(id, 4);
  for (let index = 0; index < 2; index++) rig.deliver({ gatherMs: 5 });
  await receiver.waitFor(4);
  const times = receiver.received.map(({ receivedAt }) => receivedAt);
  expect(times.at(-1)! - times[0]!).toBeGreaterThan(1_400);
  expect(mostOfSecond(receiver)).toBeLessThanOrEqual(3);
});

test('events that are published while a process has slots obey the rate, and other endpoints do not wait', async () => {
  const other = await startReceiver();
  const id = await addLimited(20);
  const unlimited = await rig.addEndpoint({ url: other.url });
  const deliverer = rig.deliver({ gatherMs: 5 });
  const outbox = new Outbox({ dispatcher: deliverer });
  await rig.until('SELECT 1 FROM delivery_leases');
  for (let index = 0; index < 6; index++)
    await rig.publish(
      Array.from({ length: 10 }, () => ({})),
      outbox,
    );
  await other.waitFor(60);
  expect(receiver.received.length).toBeLessThan(40);
  expect(await rig.rows('SELECT 1 FROM delivery_queue WHERE endpoint_id = $1 AND lease IS NOT NULL OFFSET 4', [id])).toEqual([]);
  await receiver.waitFor(45);
  // Its backlog is older than a second, and waits for no process.
  expect(deliverer.facts().oldestDueMs).toBeLessThan(500);
  await receiver.waitFor(60);
  expect(mostOfSecond(receiver)).toBeLessThanOrEqual(20 * 1.1 * delayed);
  await recorded(unlimited, 60);
  await recorded(id, 60);
  expect(await attempted(id)).toEqual([{ attempts: 1, count: 60 }]);
  await other.close();
});

test('while it waits, an endpoint is not polled, however many events are published', async () => {
  const id = await addLimited(1);
  const claims: number[] = [];
  const deliverer = rig.deliver({ gatherMs: 5, metrics: { ...silentMetrics, observeClaim: () => void claims.push(Date.now()) } });
  const outbox = new Outbox({ dispatcher: deliverer });
  await rig.publish([{}], outbox);
  await receiver.waitFor(1);
  const before = claims.length;
  for (let index = 0; index < 50; index++) await rig.publish([{}], outbox);
  await receiver.waitFor(2);
  expect(claims.length - before).toBeLessThanOrEqual(3);
  await setRate(id, null);
  await receiver.waitFor(51);
  await recorded(id, 51);
});

test('a changed rate applies to what waits, and nothing is lost when a process dies', async () => {
  const id = await addLimited(10);
  await rig.queue(id, 90);
  const child = fork(fileURLToPath(new URL('./deliver-in-child.ts', import.meta.url)), {
    env: { ...process.env, DATABASE_URL: rig.url, SECRET_KEY: rig.encryptionKey.toString('base64'), DEAD_AFTER_MS: '800' },
  });
  await receiver.waitFor(10);
  expect(mostOfSecond(receiver)).toBeLessThanOrEqual(11 * delayed);
  child.kill('SIGKILL');
  await once(child, 'exit');
  rig.deliver({ gatherMs: 5, beatMs: 100, deadAfterMs: 800 });
  await receiver.waitFor(20);
  await setRate(id, 50);
  const arrived = async () => new Set(receiver.received.map(({ event }) => event.id)).size;
  await expect.poll(arrived, { timeout: 15_000 }).toBe(90);
  expect(mostOfSecond(receiver)).toBeLessThanOrEqual(55 * delayed);
  await recorded(id, 90);
});

test('claims at the same time take together what the rate allows, and in no span a tenth of a second more', async () => {
  const id = await addLimited(100);
  await rig.queue(id, 100);
  const [lease] = await rig.rows<{ id: number }>('INSERT INTO delivery_leases DEFAULT VALUES RETURNING id');
  const connections = Array.from({ length: 6 }, () => new DeliveryConnection(rig.sql.pool));
  const take = (connection: DeliveryConnection) =>
    claim(connection, lease!.id, [{ agencyId: rig.agencyId, endpointId: id, slots: 32, lowWaterMicros: 0 }]);
  onTestFinished(async () => void (await Promise.all(connections.map((connection) => connection.close()))));
  const claims: { from: number; to: number; count: number }[] = [];
  for (let round = 0; round < 40; round++) {
    const from = performance.now();
    const rounds = await Promise.all(connections.map(take));
    claims.push({ from, to: performance.now(), count: rounds.reduce((sum, { deliveries }) => sum + deliveries.length, 0) });
    for (const { deliveries, paces } of rounds) expect(deliveries.length).toBeLessThanOrEqual(paces.get(id)!.slots);
    await sleep(5);
  }
  const claimed = (some: typeof claims) => some.reduce((sum, { count }) => sum + count, 0);
  const seconds = (performance.now() - claims[0]!.from) / 1_000;
  expect(claimed(claims)).toBeGreaterThan(100 * (seconds - 0.1) * 0.8);
  for (const [first, { from }] of claims.entries())
    for (const [last, { to }] of claims.entries())
      expect(claimed(claims.slice(first, last + 1))).toBeLessThanOrEqual(Math.max(0, Math.ceil(100 * ((to - from) / 1_000 + 0.1))));
});
