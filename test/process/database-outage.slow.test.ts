import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, test } from 'vitest';
import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { order } from '../records/records.ts';
import { startReceiver } from '../support/receiver.ts';
import { createDatabase } from './database.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import { bringIn, callApi, createAgency, createEndpoint } from './http.ts';
import { controllerOf } from './postgres-control.ts';
import { createDataDir, endProcesses, startProcess, waitUntil } from './service-process.ts';

afterAll(endProcesses);

async function statusOf(call: Promise<{ status: number }>): Promise<number> {
  return (await call).status;
}

test.concurrent(
  'no accepted fact is lost while PostgreSQL restarts; API and worker recover by themselves',
  { timeout: 180_000 },
  async ({ expect }) => {
    // A commit is safe from a crash of the server as it stands, and is not waited for on the disk.
    const postgres = await startEmbeddedPostgres(createDataDir(), { fsync: 'off' });
    const control = await controllerOf(postgres.administratorUrl);
    const env = { DATABASE_URL: postgres.url, ENCRYPTION_KEY: randomBytes(32).toString('base64') };
    const receiver = await startReceiver();
    receiver.answer = (_request, response) => void setTimeout(() => response.writeHead(200).end(), 30);
    const service = await startProcess({ ...env, LOG_LEVEL: 'fatal' });
    const agency = await createAgency(service);
    await createEndpoint(service, agency.key, receiver.url);

    const accepted: string[] = [];
    const statuses = { facts: new Set<number>(), lists: new Set<number>(), health: new Set<number>() };
    let isOver = false;
    const during = async (seen: Set<number>, call: () => Promise<number>, pauseMs: number) => {
      while (!isOver) {
        seen.add(await call());
        await sleep(pauseMs);
      }
    };
    let count = 0;
    const fact = async () => {
      const ids = Array.from({ length: 5 }, () => `o${count++}`);
      const status = await statusOf(
        bringIn(
          service,
          agency.id,
          ids.map((id) => order(id, 'c1')),
        ),
      );
      if (status === 200) accepted.push(...ids);
      return status;
    };
    const load = Promise.all([
      ...[1, 2, 3, 4].map(() => during(statuses.facts, fact, 5)),
      ...[1, 2].map(() => during(statuses.lists, () => statusOf(callApi(service, agency.key, 'GET', '/v1/webhooks')), 10)),
      during(statuses.health, () => statusOf(callApi(service, undefined, 'GET', '/v1/_health')), 50),
    ]);

    await waitUntil(() => accepted.length > 100, 'facts before the crash');
    await control('restart', '-m', 'immediate');
    const acceptedAfterOne = accepted.length;
    await waitUntil(() => accepted.length > acceptedAfterOne + 50, 'facts after the crash');
    await control('stop', '-m', 'immediate');
    const isSeen = () => Object.values(statuses).every((seen) => seen.has(503));
    await waitUntil(isSeen, 'calls of each kind that fail while the database is stopped');
    await control('start');
    const acceptedBefore = accepted.length;
    await waitUntil(() => accepted.length > acceptedBefore + 50, 'the recovery of the API');
    isOver = true;
    await load;

    for (const seen of Object.values(statuses)) expect([...seen].filter((status) => status !== 429).sort()).toEqual([200, 503]);
    const received = () => new Set(receiver.received.map(({ event }) => event.data.id));
    // What was in flight waits for its lease to end.
    await waitUntil(() => accepted.every((id) => received().has(id)), 'the delivery of every accepted fact', 40_000);
    await waitUntil(
      async () => (await statusOf(callApi(service, undefined, 'GET', '/v1/_health'))) === 200,
      'the health of the service',
      5_000,
    );
    const stopped = await service.exitAfter('SIGTERM');
    expect(stopped.code).toBe(0);
    await Promise.all([postgres.stop(), receiver.close()]);
  },
);

test.concurrent(
  'records that a crash of PostgreSQL takes back are written again by the process that sent them, and not sent again',
  { timeout: 180_000 },
  async ({ expect }) => {
    // What does not wait for the disk is written there after ten seconds, or with what waits.
    const postgres = await startEmbeddedPostgres(createDataDir(), { fsync: 'off', wal_writer_delay: '10s' });
    const control = await controllerOf(postgres.administratorUrl);
    const env = { DATABASE_URL: postgres.url, ENCRYPTION_KEY: randomBytes(32).toString('base64') };
    const receiver = await startReceiver();
    const service = await startProcess({ ...env, LOG_LEVEL: 'fatal' });
    const agency = await createAgency(service);
    await createEndpoint(service, agency.key, receiver.url);
    const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
    pool.on('error', () => undefined);
    const isPending = async () => (await pool.query('SELECT FROM delivery_queue')).rowCount! > 0;
    const received = (id: string) => receiver.received.filter(({ event }) => event.data.id === id).length;

    const ids = Array.from({ length: 4 }, (_, index) => `o${index}`);
    for (const id of ids) {
      const bring = async () => (await statusOf(bringIn(service, agency.id, [order(id, 'c1')]))) === 200;
      await waitUntil(bring, 'the recovery of the API');
      // A crash may take the lease of the process: what it held waits for its end.
      await waitUntil(async () => received(id) > 0 && !(await isPending()), 'the record of the delivery', 40_000);
      await control('restart', '-m', 'immediate');
    }
    await waitUntil(async () => !(await isPending()), 'the end of the deliveries', 40_000);
    expect(ids.map(received)).toEqual(ids.map(() => 1));

    expect((await service.exitAfter('SIGTERM')).code).toBe(0);
    await pool.end();
    await Promise.all([postgres.stop(), receiver.close()]);
  },
);

test.concurrent(
  'a database that answers nothing any more is given up, and found again where it answers',
  { timeout: 180_000 },
  async ({ expect }) => {
    const [database, receiver] = await Promise.all([createDatabase(), startReceiver()]);
    const proxy = await startDatabaseProxy(database.env.DATABASE_URL);
    const service = await startProcess({ ...database.env, DATABASE_URL: proxy.url, LOG_LEVEL: 'fatal' });
    const agency = await createAgency(service);
    await createEndpoint(service, agency.key, receiver.url);
    await bringIn(service, agency.id, [order('before', 'c1')]);
    await receiver.waitFor(1, 10_000);

    proxy.freeze();
    const startedAt = Date.now();
    const waiting = Array.from({ length: 40 }, () => statusOf(callApi(service, agency.key, 'GET', '/v1/orders')));
    await waitUntil(
      async () => (await statusOf(bringIn(service, agency.id, [order('after', 'c1')]))) === 200,
      'the recovery of the API',
      30_000,
    );
    await receiver.waitFor(2, 20_000);
    expect(receiver.received[1]!.event.data.id).toBe('after');
    expect(Date.now() - startedAt).toBeLessThan(23_000);
    for (const status of await Promise.all(waiting)) expect([200, 503]).toContain(status);
    await expect.poll(() => statusOf(callApi(service, undefined, 'GET', '/v1/_health'))).toBe(200);

    expect((await service.exitAfter('SIGTERM')).code).toBe(0);
    await Promise.all([proxy.close(), receiver.close()]);
    await database.drop();
  },
);
