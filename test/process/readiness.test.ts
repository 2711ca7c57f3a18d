import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { createDatabase } from './database.ts';
import { probe } from './probe.ts';
import { endProcesses, startProcess, waitUntil } from './service-process.ts';

afterAll(endProcesses);

test('a process is live but not ready during a database outage or drain; a worker reports both on the operator listener', async () => {
  const database = await createDatabase();
  const { env } = database;
  const worker = await startProcess({ ...env, ROLE: 'worker', LOG_LEVEL: 'fatal', DRAIN_SECONDS: '1' });
  const [ready, live] = [`${worker.operatorUrl}/readyz`, `${worker.operatorUrl}/livez`];
  const readiness = async () => (await probe(ready)).status;
  expect(await probe(ready)).toMatchObject({ status: 200, text: 'ok\n' });
  expect(await probe(`${ready}?verbose`)).toMatchObject({ status: 200 });
  expect((await probe(ready, 'attacker.example')).status).toBe(400);

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
  expect((await probe(live)).status).toBe(200);
  await accept(true);
  await waitUntil(async () => (await readiness()) === 200, 'the return of the database');

  const exit = worker.exitAfter('SIGTERM');
  await waitUntil(async () => (await readiness()) === 503, 'the drain');
  expect(await probe(ready)).toMatchObject({ status: 503, text: expect.stringContaining('The service is draining') });
  expect(await probe(live)).toEqual({ status: 200, text: 'ok\n', connection: 'close' });
  const { code, durationMs } = await exit;
  expect(code).toBe(0);
  expect(durationMs).toBeGreaterThan(1_000);
  await database.drop();
}, 120_000);
