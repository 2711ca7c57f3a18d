import { fork } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { claim, claimSuspects } from '../../server/delivery/claim/claim.ts';
import { returnUnsent } from '../../server/delivery/claim/returns.ts';
import { DeliveryConnection } from '../../server/delivery/record/connection.ts';
import type { LeasedDelivery } from '../../server/delivery/claim/leased-delivery.ts';
import { writableBatch, write } from '../../server/delivery/record/record.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { quickClock, quickRetries, startRig, type Rig } from './rig.ts';

let rig: Rig;
let receiver: Receiver;
let connection: DeliveryConnection;
beforeAll(async () => {
  rig = await startRig();
  receiver = await startReceiver();
  connection = new DeliveryConnection(rig.sql.pool);
});
afterEach(async () => {
  await rig.rows('DELETE FROM webhook_endpoints');
  receiver.received.length = 0;
  receiver.answer = 200;
});
afterAll(async () => {
  await connection.close();
  await rig.close();
  await receiver.close();
});

const onlyDelivery = async (id: string) => (await rig.rows('SELECT * FROM all_deliveries WHERE endpoint_id = $1', [id]))[0]!;

const finished = (delivery: LeasedDelivery, status: 'delivered' | 'failed' = 'delivered') => ({
  delivery,
  status,
  error: status === 'failed' ? ('timeout' as const) : null,
  attempt: {
    attempted_at: new Date().toISOString(),
    duration_ms: 1,
    status_code: 200,
    error: null,
    error_detail: null,
    response_excerpt: '',
  },
  retryDelayMs: null,
  endedAt: performance.now(),
});

const openLease = async () => (await rig.rows<{ id: number }>('INSERT INTO delivery_leases DEFAULT VALUES RETURNING id'))[0]!.id;
const claimOf = async (id: string, lease: number, slots = 5) =>
  (await claim(connection, lease, [{ agencyId: rig.agencyId, endpointId: id, slots, lowWaterMicros: 0 }])).deliveries;

/** What was in flight when its process died is taken alone where it died twice. */
async function suspectsOf(lease: number): Promise<readonly LeasedDelivery[]> {
  const request = { excluded: [], slow: [], dueByMicros: Infinity };
  const { deliveries } = await claimSuspects(connection, lease, { ...request, endpointCount: 1 });
  return deliveries.length > 0 ? deliveries : (await claimSuspects(connection, lease, { ...request, endpointCount: 'alone' })).deliveries;
}

/** As when the lease's owner is found dead: what it held is free and suspect. */
async function expire(lease: number): Promise<void> {
  await rig.rows('UPDATE delivery_queue SET lease = NULL, is_suspect = true, due_at = now() WHERE lease = $1', [lease]);
  await rig.rows('UPDATE delivery_leases SET ended_at = now() WHERE id = $1', [lease]);
}

const quickDeath = { beatMs: 50, deadAfterMs: 400 };

test('an attempt whose process dies is made again when its lease ends, and both count', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  await rig.publish();
  const [lost] = await claimOf(id, await openLease());
  expect(lost).toMatchObject({ attempt: 1, target: { endpointId: id } });
  const begunAt = Date.now();
  const deliverer = rig.deliver({ gatherMs: 5, sweepMs: 100, ...quickDeath });
  const [again] = await receiver.waitFor(1);
  expect(again!.receivedAt - begunAt).toBeGreaterThan(quickDeath.deadAfterMs - 50);
  const delivery = await rig.until(`SELECT * FROM all_deliveries WHERE endpoint_id = $1 AND status = 'delivered'`, [id]);
  expect(delivery.attempts).toHaveLength(1);
  await deliverer.stop();
});

test('a lease with heartbeats does not expire, however long an attempt takes', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  await rig.publish([{ data: { of: 'living' } }]);
  const living = await openLease();
  await claimOf(id, living);
  await rig.publish([{ data: { of: 'dead' } }]);
  await claimOf(id, await openLease());
  const beating = setInterval(() => void rig.rows('UPDATE delivery_leases SET beat = beat + 1 WHERE id = $1', [living]), 20);
  const deliverer = rig.deliver({ gatherMs: 5, sweepMs: 100, beatMs: 100, deadAfterMs: 1_000 });
  // It was watched for as long.
  await receiver.waitFor(1, 15_000);
  clearInterval(beating);
  const received = await receiver.waitFor(2, 15_000);
  expect(received.map(({ event }) => event.data['of'])).toEqual(['dead', 'living']);
  await deliverer.stop();
});

test('a late success settles a delivery under another lease; a late failure changes nothing', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  await rig.publish([{}, {}]);
  const lease = await openLease();
  const [good, bad] = await claimOf(id, lease);
  await expire(lease);
  const other = await openLease();
  const takenAgain = [...(await suspectsOf(other)), ...(await suspectsOf(other))];
  expect(takenAgain.map(({ attempt }) => attempt)).toEqual([2, 2]);
  await write(connection, writableBatch([finished(good!), finished(bad!, 'failed')], performance.now()));
  const left = await rig.rows('SELECT id, status, lease FROM all_deliveries WHERE endpoint_id = $1 ORDER BY status', [id]);
  expect(left).toEqual([
    { id: good!.deliveryId, status: 'delivered', lease: null },
    { id: bad!.deliveryId, status: 'pending', lease: other },
  ]);
  expect(await rig.rows('SELECT 1 FROM all_failures WHERE endpoint_id = $1', [id])).toHaveLength(0);
  // What has ended is settled: neither a later success nor a failure counts again.
  await write(
    connection,
    writableBatch([finished(takenAgain.find(({ deliveryId }) => deliveryId === good!.deliveryId)!)], performance.now()),
  );
  await write(connection, writableBatch([finished(good!, 'failed')], performance.now()));
  expect(await rig.rows('SELECT delivered_count, failed_count FROM delivery_minutes WHERE endpoint_id = $1', [id])).toEqual([
    { delivered_count: 1, failed_count: 0 },
  ]);
});

test('a delivery that was leased four times without an outcome becomes a failure and is not sent again', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  await rig.publish();
  for (let attempt = 1; attempt <= 4; attempt++) {
    const lease = await openLease();
    const [lost] = attempt === 1 ? await claimOf(id, lease) : await suspectsOf(lease);
    expect(lost!.attempt).toBe(attempt);
    await expire(lease);
  }
  const deliverer = rig.deliver({ gatherMs: 5 });
  const failure = await rig.until('SELECT * FROM all_failures WHERE endpoint_id = $1', [id]);
  expect(failure).toMatchObject({ error: 'connection_error', attempts: [] });
  expect(receiver.received).toHaveLength(0);
  const [endpoint] = await rig.rows('SELECT consecutive_failures FROM webhook_endpoints WHERE id = $1', [id]);
  expect(endpoint!.consecutive_failures).toBe(0);
  await deliverer.stop();
});

test('a delivery that is given back is claimed at once, its attempt uncounted', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  await rig.publish();
  const lease = await openLease();
  const first = await claimOf(id, lease);
  expect(await claimOf(id, lease)).toHaveLength(0);
  await returnUnsent(connection, first);
  const [second] = await claimOf(id, await openLease());
  expect(second!.attempt).toBe(1);
  await returnUnsent(connection, first);
  expect(await onlyDelivery(id)).toMatchObject({ attempt_count: 1, lease: second!.lease });
});

test('a killed process loses nothing: another one delivers what it had claimed', { timeout: 40_000 }, async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  receiver.answer = () => undefined;
  await rig.publish(Array.from({ length: 20 }, (_, n) => ({ data: { n } })));
  const child = fork(fileURLToPath(new URL('./deliver-in-child.ts', import.meta.url)), {
    execArgv: [],
    env: { ...process.env, DATABASE_URL: rig.url, SECRET_KEY: rig.encryptionKey.toString('base64') },
  });
  await receiver.waitFor(20, 15_000);
  child.kill('SIGKILL');
  receiver.answer = 200;
  receiver.received.length = 0;
  const deliverer = rig.deliver({ gatherMs: 5, ...quickDeath });
  const received = await receiver.waitFor(20);
  expect(new Set(received.map(({ event }) => event.data.n)).size).toBe(20);
  await rig.until(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND status = 'delivered' HAVING count(*) = 20`, [id]);
  await deliverer.stop();
});

test('stop waits for attempts and saves their outcomes', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  const deliverer = rig.deliver();
  const isAnswered = Promise.withResolvers<void>();
  receiver.answer = (_request, response) => void isAnswered.promise.then(() => response.writeHead(200).end());
  await rig.publish();
  await receiver.waitFor(1);
  const stopping = deliverer.stop();
  await sleep(50);
  isAnswered.resolve();
  await stopping;
  expect(await onlyDelivery(id)).toMatchObject({ status: 'delivered', attempts: [{ status_code: 200 }] });
  await rig.publish();
  await sleep(50);
  expect(receiver.received).toHaveLength(1);
});

test('stop returns deliveries whose attempts take longer than 8 seconds, without counting an attempt', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  const deliverer = rig.deliver({ clock: quickClock, deadAfterMs: 600_000 });
  receiver.answer = () => undefined;
  await rig.publish();
  await receiver.waitFor(1);
  const startedAt = quickClock.now();
  await deliverer.stop();
  expect(quickClock.now() - startedAt).toBeGreaterThanOrEqual(8_000);
  expect(await onlyDelivery(id)).toMatchObject({
    status: 'pending',
    attempt_count: 0,
    attempts: [],
    lease: null,
  });
});

test('an outage of the database costs no delivery: outcomes are recorded after it, and sending resumes', { timeout: 30_000 }, async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  const deliverer = rig.deliver({ gatherMs: 5 });
  receiver.answer = (_request, response) => void setTimeout(() => response.writeHead(200).end(), 300);
  await rig.publish([{ data: { n: 0 } }]);
  await receiver.waitFor(1);
  for (let n = 0; n < 3; n++) {
    await rig
      .rows(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'agency-service worker' AND datname = current_database() AND pid <> pg_backend_pid()`,
      )
      .catch(() => undefined);
    await sleep(100);
  }
  await rig.until(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND status = 'delivered'`, [id]);
  await rig.publish([{ data: { n: 1 } }]);
  await rig.until(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND status = 'delivered' HAVING count(*) = 2`, [id], 15_000);
  expect(receiver.received).toHaveLength(2);
  await deliverer.stop();
});

test('an outcome that cannot be saved with the response excerpt is saved without it, and blocks no other', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  const poison = `CHECK (array_to_string(attempts, ',') NOT LIKE '%poison%')`;
  await rig.rows(`ALTER TABLE delivery_history ADD CONSTRAINT poison ${poison}`);
  await rig.rows(`ALTER TABLE delivery_queue ADD CONSTRAINT poison ${poison}`);
  const deliverer = rig.deliver({ gatherMs: 100, retrySchedule: quickRetries });
  let hasFailed = false;
  receiver.answer = (_request, response, { event: { data } }) => {
    const fails = data.n === 5 && !hasFailed;
    hasFailed ||= fails;
    response.writeHead(fails ? 500 : 200).end(fails || data.n === 3 ? 'poison' : 'fine');
  };
  await rig.publish(Array.from({ length: 8 }, (_, n) => ({ data: { n } })));
  await rig.until(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND status = 'delivered' HAVING count(*) = 8`, [id]);
  expect(await rig.rows(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND attempts <> '[]'`, [id])).toHaveLength(7);
  expect(receiver.received).toHaveLength(9);
  await deliverer.stop();
  await rig.rows('ALTER TABLE delivery_history DROP CONSTRAINT poison');
  await rig.rows('ALTER TABLE delivery_queue DROP CONSTRAINT poison');
});

test('a delivery of which the database takes no outcome is sent no more than four times, and not at once', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  await rig.rows('ALTER TABLE delivery_history ADD CONSTRAINT nothing CHECK (false) NOT VALID');
  const deliverer = rig.deliver({ gatherMs: 5, sweepMs: 50 });
  receiver.answer = 200;
  await rig.publish();
  for (let attempt = 1; attempt <= 4; attempt++) {
    await rig.until(`SELECT 1 FROM delivery_queue WHERE endpoint_id = $1 AND lease IS NULL AND attempt_count = $2`, [id, attempt]);
    await sleep(100);
    expect(receiver.received).toHaveLength(attempt);
    await rig.rows('UPDATE delivery_queue SET due_at = now() WHERE endpoint_id = $1', [id]);
    rig.wake(id);
  }
  await rig.until('SELECT 1 FROM delivery_queue WHERE endpoint_id = $1 AND attempt_count = 5 AND lease IS NULL', [id]);
  await rig.rows('ALTER TABLE delivery_history DROP CONSTRAINT nothing');
  await rig.rows('UPDATE delivery_queue SET due_at = now() WHERE endpoint_id = $1', [id]);
  rig.wake(id);
  await rig.until('SELECT 1 FROM all_failures WHERE endpoint_id = $1', [id]);
  expect(receiver.received).toHaveLength(4);
  await deliverer.stop();
});
