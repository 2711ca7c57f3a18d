import { request as httpRequest } from 'node:http';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { BalancedLoad } from './balanced-load.ts';
import { createEmptyDatabase, type ProcessDatabase } from './database.ts';
import { createAgency } from './http.ts';
import { statusOf } from './process-family.ts';
import { endProcesses, startProcess, waitUntil } from './service-process.ts';

const databases: ProcessDatabase[] = [];
afterAll(async () => {
  await endProcesses();
  await Promise.all(databases.map((database) => database.drop()));
});

async function emptyDatabase(): Promise<ProcessDatabase> {
  const database = await createEmptyDatabase();
  databases.push(database);
  return database;
}

interface Probe {
  readonly status: number;
  readonly text: string;
  readonly connection: string | undefined;
}

/** An orchestrator connects to an address, and names this host. */
function probe(url: string, host = 'localhost'): Promise<Probe> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { agent: false, headers: { host, connection: 'keep-alive' } }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode!, text, connection: response.headers.connection }));
    })
      .on('error', reject)
      .end();
  });
}

test.each([
  ['a process', '1'],
  ['a parent of two processes', '2'],
])('%s that drains refuses no request of a load balancer, and then stops', { timeout: 180_000 }, async (_, PROCESSES) => {
  const { env } = await emptyDatabase();
  const [leaving, staying] = [await startProcess({ ...env, PROCESSES, DRAIN_SECONDS: '5', LOG_LEVEL: 'info' }), await startProcess(env)];
  const agency = await createAgency(staying);
  const load = new BalancedLoad([leaving.baseUrl, staying.baseUrl], agency.key);
  await waitUntil(() => (load.served.get(leaving.baseUrl) ?? 0) > 10, 'requests', 30_000);

  const exit = leaving.exitAfter('SIGTERM');
  await waitUntil(async () => (await probe(`${leaving.baseUrl}/readyz`)).status === 503, 'the drain');
  expect(await probe(`${leaving.baseUrl}/readyz`)).toMatchObject({ status: 503, text: expect.stringContaining('The service is draining') });
  expect(await probe(`${leaving.baseUrl}/livez`)).toEqual({ status: 200, text: 'ok\n', connection: 'close' });
  const servedInDrain = { url: `${leaving.baseUrl}/v1/me`, token: agency.key };
  expect(await statusOf(servedInDrain)).toBe(200);
  const { code, durationMs, stderr } = await exit;
  const servedByOther = () => load.served.get(staying.baseUrl) ?? 0;
  const servedBefore = servedByOther();
  await waitUntil(() => servedByOther() > servedBefore, 'requests to the other service', 30_000);
  await load.end();

  expect(load.failures).toEqual([]);
  expect(code).toBe(0);
  expect(durationMs).toBeGreaterThan(5_000);
  expect(stderr).toContain('draining; the listeners close afterwards');
});

test('a process lives and is not ready while its database is away; a worker reports both on the operator listener', async () => {
  const { env } = await emptyDatabase();
  const worker = await startProcess({ ...env, ROLE: 'worker', LOG_LEVEL: 'fatal' });
  const readiness = async () => (await probe(`${worker.operatorUrl}/readyz`)).status;
  expect(await probe(`${worker.operatorUrl}/readyz`)).toMatchObject({ status: 200, text: 'ok\n' });
  expect(await probe(`${worker.operatorUrl}/readyz?verbose`)).toMatchObject({ status: 200 });
  expect((await probe(`${worker.operatorUrl}/readyz`, 'attacker.example')).status).toBe(400);

  const name = new URL(env.DATABASE_URL).pathname.slice(1);
  const accept = async (accepts: boolean) => {
    const administrator = new pg.Client({ connectionString: inject('postgresUrl') });
    await administrator.connect();
    await administrator.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${accepts}`);
    await administrator.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    await administrator.end();
  };
  await accept(false);
  await waitUntil(async () => (await readiness()) === 503, 'the loss of the database');
  expect((await probe(`${worker.operatorUrl}/livez`)).status).toBe(200);
  await accept(true);
  await waitUntil(async () => (await readiness()) === 200, 'the return of the database');
}, 120_000);
