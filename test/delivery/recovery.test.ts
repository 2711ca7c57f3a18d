import { fork } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { claim, giveBack } from '../../server/delivery/claim.ts';
import { DeliveryConnection } from '../../server/delivery/connection.ts';
import { record } from '../../server/delivery/record.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { quickRetries, startRig, type Rig } from './rig.ts';

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

const onlyDelivery = async (id: string) => (await rig.rows('SELECT * FROM deliveries WHERE endpoint_id = $1', [id]))[0]!;

const finished = (delivery: Awaited<ReturnType<typeof claim>>[number]) => ({
  delivery,
  status: 'delivered' as const,
  error: null,
  attempt: { attempted_at: new Date().toISOString(), duration_ms: 1, status_code: 200, error: null, response_excerpt: '' },
  retryDelayMs: null,
  endedAt: performance.now(),
});

test('an attempt whose process dies is made again when its lease expires, and both count', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  await rig.publish();
  const [lost] = await claim(connection, [{ endpointId: id, places: 5 }], 600);
  expect(lost).toMatchObject({ attempt: 1, endpoint_id: id });
  const deliverer = rig.deliver({ gatherMs: 5, sweepMs: 100 });
  await sleep(300);
  expect(receiver.received).toHaveLength(0);
  await receiver.waitFor(1);
  const delivery = await rig.until(`SELECT * FROM deliveries WHERE endpoint_id = $1 AND status = 'delivered'`, [id]);
  expect(delivery.attempt_count).toBe(2);
  await deliverer.stop();
});

test('a late outcome, of a lease that another claim took, is dropped', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  await rig.publish();
  const [late] = await claim(connection, [{ endpointId: id, places: 1 }], 1);
  await sleep(5);
  const [current] = await claim(connection, [{ endpointId: id, places: 1 }], 60_000);
  expect(current!.lease_id).not.toBe(late!.lease_id);
  await record(connection, [finished(late!)], performance.now());
  expect(await onlyDelivery(id)).toMatchObject({ status: 'pending', attempts: [], lease_id: current!.lease_id });
  expect(await rig.rows('SELECT 1 FROM delivery_counters WHERE endpoint_id = $1', [id])).toHaveLength(0);
  await record(connection, [finished(current!)], performance.now());
  expect(await onlyDelivery(id)).toMatchObject({ status: 'delivered' });
});

test('a delivery that was claimed four times without an outcome becomes a failure and is not sent again', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  await rig.publish();
  for (let attempt = 1; attempt <= 4; attempt++) {
    const [lost] = await claim(connection, [{ endpointId: id, places: 1 }], 1);
    expect(lost!.attempt).toBe(attempt);
    await sleep(5);
  }
  const deliverer = rig.deliver({ gatherMs: 5 });
  const failure = await rig.until('SELECT * FROM webhook_failures WHERE endpoint_id = $1', [id]);
  expect(failure).toMatchObject({ error: 'connection_error', attempts: [] });
  expect(receiver.received).toHaveLength(0);
  const [endpoint] = await rig.rows('SELECT consecutive_failures FROM webhook_endpoints WHERE id = $1', [id]);
  expect(endpoint!.consecutive_failures).toBe(0);
  await deliverer.stop();
});

test('a lease that is given back is claimed at once, its attempt uncounted', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  await rig.publish();
  const first = await claim(connection, [{ endpointId: id, places: 1 }], 60_000);
  expect(await claim(connection, [{ endpointId: id, places: 1 }], 60_000)).toHaveLength(0);
  await giveBack(connection, first);
  const [second] = await claim(connection, [{ endpointId: id, places: 1 }], 60_000);
  expect(second!.attempt).toBe(1);
  await giveBack(connection, first);
  expect(await onlyDelivery(id)).toMatchObject({ attempt_count: 1, lease_id: second!.lease_id });
});

test('a killed process loses nothing: another one delivers what it had claimed', { timeout: 40_000 }, async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  receiver.answer = () => undefined;
  await rig.publish(Array.from({ length: 20 }, (_, n) => ({ data: { n } })));
  const child = fork(fileURLToPath(new URL('./deliver-in-child.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_URL: rig.url, SECRET_KEY: rig.encryptionKey.toString('base64') },
  });
  await receiver.waitFor(20, 15_000);
  child.kill('SIGKILL');
  receiver.answer = 200;
  receiver.received.length = 0;
  await rig.rows(`UPDATE deliveries SET lease_expires_at = now() WHERE endpoint_id = $1`, [id]);
  const deliverer = rig.deliver({ gatherMs: 5 });
  const received = await receiver.waitFor(20);
  expect(new Set(received.map(({ event }) => event.data.n)).size).toBe(20);
  await rig.until(`SELECT 1 FROM deliveries WHERE endpoint_id = $1 AND status = 'delivered' AND attempt_count = 2 HAVING count(*) = 20`, [
    id,
  ]);
  await deliverer.stop();
});

test('stopping lets attempts end and records them', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  const deliverer = rig.deliver();
  receiver.answer = (_request, response) => void setTimeout(() => response.writeHead(200).end(), 600);
  await rig.publish();
  await receiver.waitFor(1);
  await deliverer.stop();
  expect(await onlyDelivery(id)).toMatchObject({ status: 'delivered', attempt_count: 1 });
  await rig.publish();
  await sleep(200);
  expect(receiver.received).toHaveLength(1);
});

test('stopping gives back what does not end in 8 seconds, uncounted', { timeout: 20_000 }, async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  const deliverer = rig.deliver();
  receiver.answer = () => undefined;
  await rig.publish();
  await receiver.waitFor(1);
  const startedAt = performance.now();
  await deliverer.stop();
  expect(performance.now() - startedAt).toBeLessThan(9_000);
  expect(await onlyDelivery(id)).toMatchObject({
    status: 'pending',
    attempt_count: 0,
    attempts: [],
    lease_id: null,
    lease_expires_at: null,
  });
});

test('an outage of the database costs no delivery: outcomes are recorded after it, and sending goes on', { timeout: 30_000 }, async () => {
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
  await rig.until(`SELECT 1 FROM deliveries WHERE endpoint_id = $1 AND status = 'delivered'`, [id]);
  await rig.publish([{ data: { n: 1 } }]);
  await rig.until(`SELECT 1 FROM deliveries WHERE endpoint_id = $1 AND status = 'delivered' HAVING count(*) = 2`, [id], 15_000);
  expect(receiver.received).toHaveLength(2);
  await deliverer.stop();
});

test('an outcome that cannot be written holds up no other', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  await rig.rows(`ALTER TABLE deliveries ADD CONSTRAINT poison CHECK (NOT attempts @> '[{"response_excerpt":"poison"}]')`);
  const deliverer = rig.deliver({ gatherMs: 100, retrySchedule: quickRetries });
  receiver.answer = (_request, response, { event }) => void response.writeHead(200).end(event.data.n === 3 ? 'poison' : 'fine');
  await rig.publish(Array.from({ length: 8 }, (_, n) => ({ data: { n } })));
  await rig.until(`SELECT 1 FROM deliveries WHERE endpoint_id = $1 AND status = 'delivered' HAVING count(*) = 7`, [id]);
  expect(rig.lines.filter(({ message }) => message === 'outcome cannot be recorded')).toHaveLength(1);
  await deliverer.stop();
  await rig.rows('ALTER TABLE deliveries DROP CONSTRAINT poison');
});
