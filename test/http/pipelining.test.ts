import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defaultUnreadTimeoutMs, listen, type Listener } from '../../server/http/connection/listener.ts';
import { head, RawConnection } from '../support/raw-connection.ts';
import { sharedService, type TestAgency, type TestService } from '../support/service.ts';

const unreadTimeoutMs = 400;
let service: TestService;
let agency: TestAgency;
/** A listener that soon ends answers that are not read. */
let impatient: Listener;
const sockets: Socket[] = [];

beforeAll(async () => {
  service = await sharedService();
  agency = await service.createAgency();
  impatient = await listen(service.service.publicHandler, '127.0.0.1', 0, () => service.config.errorsBase, { unreadTimeoutMs });
});
afterAll(async () => {
  await impatient.close(0);
  await service.close();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const withKey = (extra: Record<string, string | number> = {}) => ({
  'service-version': 'Amethyste',
  authorization: `Bearer ${agency.key}`,
  ...extra,
});

/** How many requests the service has served, by status. */
async function served(operation: string): Promise<Record<string, number>> {
  const { text } = await service.operator('GET', '/metrics');
  const lines = text.matchAll(/^service_request_duration_seconds_count\{operation="(\w+)",status="(\d+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].filter(([, name]) => name === operation).map(([, , status, count]) => [status, Number(count)]));
}

const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Waits until the requests of connections that have ended are counted. */
async function requestsAreCounted(): Promise<number> {
  let count = -1;
  const isStill = async () => count === (count = total(await served('none')));
  await expect.poll(isStill, { interval: 300 }).toBe(true);
  return count;
}

function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', reject);
    sockets.push(socket);
  });
}

const reference = '/docs/llms-full.txt';

test('of the requests of a connection that has gone, hardly more than those that were being served cost anything', async () => {
  const before = total(await served('listOrders'));
  const connections = 5;
  for (let round = 0; round < connections; round++) {
    const socket = await openSocket(Number(new URL(service.baseUrl).port));
    socket.write(head('GET /v1/orders', withKey()).repeat(300), () => socket.destroy());
    await new Promise((resolve) => socket.once('close', resolve));
  }
  // Writing a response or two shows the service that the client is gone.
  for (let count = 0; count < 100; count++) expect((await service.request('GET', '/v1/me')).status).toBe(200);
  expect(total(await served('listOrders')) - before).toBeLessThanOrEqual(20 * connections);
});

test('two hundred requests of one connection are all answered, in their order', async () => {
  const connection = await RawConnection.open(service.baseUrl);
  const body = '{"request_ids":["a"]}';
  const post = head('POST /v1/ai-requests/acknowledgements', { 'content-type': 'application/json', 'content-length': body.length }) + body;
  const bytes = Array.from({ length: 100 }, (_, index) => `${head('GET /v1/me', { 'x-request-id': `${index}` })}${post}`).join('');
  void connection.send(bytes);
  for (let index = 0; index < 100; index++) {
    expect((await connection.answer()).headers.get('x-request-id')).toBe(String(index));
    expect((await connection.answer()).status).toBe(400);
  }
  connection.close();
});

test('a connection is not read from while many of its requests wait', { timeout: 180_000 }, async () => {
  const socket = await openSocket(Number(new URL(service.baseUrl).port));
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const held = service.database.transaction(async (transaction) => {
    await transaction.query({ text: 'LOCK TABLE tags IN ACCESS EXCLUSIVE MODE' });
    await released;
  });
  socket.write(head('GET /v1/tags', withKey()) + head('GET /v1/me').repeat(50));
  const flood = Buffer.from(head('GET /v1/me', { 'x-padding': 'a'.repeat(8_000) }).repeat(30));
  let hasLeft = 0;
  const rounds = 250;
  for (let round = 0; round < rounds; round++) socket.write(flood, () => hasLeft++);
  try {
    // What the two sockets hold between them has left, and nothing is taken off them.
    const isStill = async () => {
      // Refusals leave one in 10 ms: those of one write take 0.3 seconds.
      const before = hasLeft;
      await sleep(800);
      return hasLeft === before;
    };
    await expect.poll(isStill, { timeout: 40_000 }).toBe(true);
    expect(hasLeft).toBeLessThan(rounds);
  } finally {
    release();
    await held;
  }
  // Refusals are paced, so the rest takes its time; it is read from again.
  const leftWhileHeld = hasLeft;
  socket.resume();
  await expect.poll(() => hasLeft, { timeout: 90_000 }).toBeGreaterThan(leftWhileHeld);
  socket.destroy();
});

test('a response that is not read ends with its connection', async () => {
  const before = await requestsAreCounted();
  const socket = await openSocket(impatient.port);
  socket.pause();
  socket.write(head(`GET ${reference}`).repeat(12));
  await expect.poll(async () => (await served('none'))['499'] ?? 0, { timeout: 15_000 }).toBeGreaterThan(0);
  await expect.poll(async () => total(await served('none')) - before, { timeout: 15_000 }).toBe(12);
});

test('a response that is read slowly continues', async () => {
  await requestsAreCounted();
  const lost = (await served('none'))['499'] ?? 0;
  // Reading all takes longer than this, and no pause between two reads does.
  const patient = await listen(service.service.publicHandler, '127.0.0.1', 0, () => service.config.errorsBase, { unreadTimeoutMs: 1_500 });
  const socket = await openSocket(patient.port);
  let received = 0;
  socket.on('data', (bytes: Buffer) => {
    received += bytes.length;
    socket.pause();
    setTimeout(() => socket.resume(), 40);
  });
  const asked = 12;
  socket.write(head(`GET ${reference}`).repeat(asked));
  await expect.poll(() => received, { timeout: 50_000 }).toBeGreaterThan(asked * 250_000);
  expect(socket.destroyed).toBe(false);
  expect((await served('none'))['499'] ?? 0).toBe(lost);
  socket.destroy();
  await patient.close(0);
});

test('a response that the handler produces slowly is sent', async () => {
  const connection = await RawConnection.open(`http://127.0.0.1:${impatient.port}`);
  await service.database.transaction(async (transaction) => {
    await transaction.query({ text: 'LOCK TABLE tags IN ACCESS EXCLUSIVE MODE' });
    await connection.send(head('GET /v1/tags', withKey()));
    await sleep(2 * unreadTimeoutMs);
  });
  expect((await connection.answer()).status).toBe(200);
  connection.close();
});

test('by default no response waits longer than 30 seconds for a reader', () => {
  expect(defaultUnreadTimeoutMs).toBe(30_000);
});
