import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, expect, test } from 'vitest';
import { head, RawConnection, slugOf } from '../support/raw-connection.ts';
import { createDatabase, type ProcessDatabase } from './database.ts';
import { callApi, createAgency } from './http.ts';
import { endProcesses, ServiceProcess, startProcess, waitUntil } from './service-process.ts';

afterAll(endProcesses);

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const descriptorsOf = ({ pid }: ServiceProcess) => readdirSync(`/proc/${pid}/fd`).length;

/** Opens a connection that says nothing. False where it was refused. */
function occupy(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.on('error', () => resolve(false)).on('close', () => resolve(false));
    socket.once('connect', () => resolve(true));
  });
}

/** Writes to a connection of its own, reads nothing, and leaves when `leavesAfterMs` have gone by. */
function strike(url: string, bytes: string, leavesAfterMs: number): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname).pause();
    socket.on('error', () => undefined).once('close', () => resolve());
    socket.write(bytes, () => setTimeout(() => socket.destroy(), leavesAfterMs));
  });
}

test('no descriptor stays open for requests whose connection has gone', { timeout: 120_000 }, async () => {
  const database = await createDatabase();
  const service = await startProcess({ ...database.env, ROLE: 'api' });
  const { key } = await createAgency(service);
  const asKey = { 'service-version': 'Amethyste', authorization: `Bearer ${key}` };
  const lines = [
    ...['identity', 'gzip', 'br'].map((coding) => head('GET /docs/assets/minisearch.js', { 'accept-encoding': coding })),
    head('HEAD /docs/assets/minisearch.js'),
    head('GET /docs/assets/nothing.js'),
    head('GET /docs'),
    head('GET /status'),
    head('GET /v1/orders', asKey),
  ];
  const strikeAll = async () => {
    for (const leavesAfterMs of [0, 200]) {
      await Promise.all(lines.map((line) => strike(service.baseUrl, line.repeat(100), leavesAfterMs)));
    }
    const upload =
      head('POST /v1/publications', { ...asKey, 'content-type': 'application/json', 'content-length': 200_000 }) + 'a'.repeat(70_000);
    await Promise.all(Array.from({ length: 10 }, () => strike(service.baseUrl, upload, 20)));
  };
  // The pools open their connections.
  await Promise.all(Array.from({ length: 40 }, () => callApi(service, key, 'GET', '/v1/orders')));
  await strikeAll();
  const before = descriptorsOf(service);
  for (let round = 0; round < 2; round++) await strikeAll();
  // The pools may have opened a few more connections meanwhile.
  await waitUntil(() => descriptorsOf(service) <= before + 32, `the end of descriptors beyond ${before}`, 60_000);
  expect((await callApi(service, key, 'GET', '/v1/orders')).status).toBe(200);
  expect((await service.exitAfter('SIGTERM')).code).toBe(0);
  await database.drop();
});

/** A service that may hold few descriptors. */
class ConfinedProcess extends ServiceProcess {
  constructor({ env }: ProcessDatabase, descriptors: number) {
    super({ ...env, ROLE: 'api' }, ['sh', '-c', `ulimit -n ${descriptors} && exec "$@"`, 'sh']);
  }
}

test('a service without free file descriptors logs that, and does not report a database failure', { timeout: 60_000 }, async () => {
  const database = await createDatabase();
  const service = new ConfinedProcess(database, 90);
  await service.ready();
  const { key } = await createAgency(service);
  const asKey = { 'service-version': 'Amethyste', authorization: `Bearer ${key}` };
  const callers = await Promise.all(Array.from({ length: 30 }, () => RawConnection.open(service.baseUrl)));
  // Connections that say nothing, until no more are taken.
  for (let full = false; !full;) full = descriptorsOf(service) >= 89 || !(await occupy(service.baseUrl));
  for (const caller of callers) await caller.send(head('GET /v1/orders', asKey));
  const answers = await Promise.all(callers.map((caller) => caller.answer()));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect([answer.status, slugOf(answer), answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
    expect(answer.body.detail).toBe('The service has too many open files and connections. Try again shortly.');
  }
  for (const caller of callers) caller.close();
  for (const socket of sockets) socket.destroy();
  await waitUntil(async () => (await callApi(service, key, 'GET', '/v1/orders').catch(() => undefined))?.status === 200, 'the recovery');
  expect((await service.exitAfter('SIGTERM')).code).toBe(0);
  await database.drop();
});
