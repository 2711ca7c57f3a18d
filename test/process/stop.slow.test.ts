import { Agent, request as httpRequest, type ClientRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, test } from 'vitest';
import { order } from '../records/records.ts';
import { startReceiver } from '../support/receiver.ts';
import { createDatabase, type ProcessDatabase } from './database.ts';
import { bringIn, callApi, createAgency, createEndpoint } from './http.ts';
import { endProcesses, startProcess, type ServiceProcess } from './service-process.ts';

const opened: { close(): Promise<unknown> }[] = [];
afterAll(async () => {
  await endProcesses();
  await Promise.all(opened.map((one) => one.close()));
});

/** A service with a database and a receiver of its own. */
async function setUp() {
  const [database, receiver] = await Promise.all([createDatabase(), startReceiver()]);
  opened.push(receiver, { close: () => database.drop() });
  const service = await startProcess(database.env);
  const agency = await createAgency(service);
  await createEndpoint(service, agency.key, receiver.url);
  return { database, receiver, service, agency };
}

const deliveriesIn = (database: ProcessDatabase) =>
  database.query(`
    SELECT status, attempt_count, lease, jsonb_array_length(attempts) AS attempts
      FROM all_deliveries ORDER BY created_at`);

/** A request whose body is still on its way. Ends with the status, or with the error of its connection. */
function beginUpload(service: ServiceProcess, agencyId: string): { request: ClientRequest; ended: Promise<number | string> } {
  const request = httpRequest(`${service.operatorUrl}/operator/v1/agencies/${agencyId}/records`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': 'application/json' },
  });
  const ended = new Promise<number | string>((resolve) => {
    request.on('response', (response) => resolve(response.resume().statusCode!));
    request.on('error', ({ message }) => resolve(message));
  });
  request.write('{"records":[');
  return { request, ended };
}

/** Sends requests over one kept connection after another until the service is gone. Answers with every status seen. */
async function statusesUntilGone(service: ServiceProcess, key: string): Promise<Set<number>> {
  const agent = new Agent({ keepAlive: true });
  const statuses = new Set<number>();
  const url = `${service.baseUrl}/v1/orders`;
  const once = () =>
    new Promise<void>((resolve) => {
      const headers = { authorization: `Bearer ${key}`, 'service-version': 'Amethyste' };
      httpRequest(url, { agent, headers }, (response) => {
        statuses.add(response.statusCode!);
        response.resume().on('end', resolve).on('error', resolve);
      })
        .on('error', () => resolve())
        .end();
    });
  while (!service.hasExited) await Promise.all([once(), once(), sleep(20)]);
  agent.destroy();
  return statuses;
}

async function silentConnection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  await new Promise((connected) => socket.once('connect', connected));
  return socket;
}

test.concurrent(
  'requests and attempts in flight end before the process exits, and their outcomes are saved',
  { timeout: 180_000 },
  async ({ expect }) => {
    const { database, receiver, service, agency } = await setUp();
    receiver.answer = (_request, response) => void setTimeout(() => response.writeHead(200).end(), 2_000);
    expect((await bringIn(service, agency.id, [order('o1', 'c1')])).status).toBe(200);
    await receiver.waitFor(1, 10_000);
    const upload = beginUpload(service, agency.id);
    const silent = await silentConnection(service.baseUrl);
    const statuses = statusesUntilGone(service, agency.key);
    await sleep(200);

    const exit = service.exitAfter('SIGTERM');
    await sleep(700);
    await expect(callApi(service, agency.key, 'GET', '/v1/me')).rejects.toThrow();
    upload.request.end(`${JSON.stringify(order('o2', 'c1'))}]}`);
    expect(await upload.ended).toBe(200);

    const { code, durationMs } = await exit;
    expect(code).toBe(0);
    expect(durationMs).toBeGreaterThan(1_000);
    expect(durationMs).toBeLessThan(7_500);
    silent.destroy();
    for (const status of await statuses) expect([200, 503]).toContain(status);
    expect(await deliveriesIn(database)).toEqual([
      { status: 'delivered', attempt_count: 1, lease: null, attempts: 1 },
      { status: 'pending', attempt_count: 0, lease: null, attempts: 0 },
    ]);
  },
);

test.concurrent(
  'an attempt that hangs is given back uncounted, and the next process makes it',
  { timeout: 180_000 },
  async ({ expect }) => {
    const { database, receiver, service, agency } = await setUp();
    receiver.answer = () => undefined;
    await bringIn(service, agency.id, [order('o1', 'c1')]);
    await receiver.waitFor(1, 10_000);

    service.killGroup('SIGINT');
    service.killGroup('SIGINT');
    const { code, durationMs } = await service.exitAfter('SIGTERM');
    expect(code).toBe(0);
    expect(durationMs).toBeLessThan(10_000);
    expect(await deliveriesIn(database)).toEqual([{ status: 'pending', attempt_count: 0, lease: null, attempts: 0 }]);

    receiver.answer = 200;
    const next = await startProcess(database.env);
    const [, again] = await receiver.waitFor(2, 10_000);
    expect(again!.event.data.id).toBe('o1');
    expect((await next.exitAfter('SIGTERM')).code).toBe(0);
    expect(await deliveriesIn(database)).toEqual([{ status: 'delivered', attempt_count: 1, lease: null, attempts: 1 }]);
  },
);
