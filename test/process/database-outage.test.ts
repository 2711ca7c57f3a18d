import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts';
import { order } from '../records/records.ts';
import { startReceiver } from '../support/receiver.ts';
import { createEmptyDatabase } from './database.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import { bringIn, callApi, createAgency, createEndpoint } from './http.ts';
import { createDataDir, endProcesses, startProcess, waitUntil } from './service-process.ts';

afterAll(endProcesses);

/** Runs `pg_ctl` on the server behind `url`. What starts again has the port and the settings that it had. */
async function controllerOf(url: string): Promise<(...args: string[]) => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT (SELECT setting FROM pg_config WHERE name = 'BINDIR') AS bin, current_setting('data_directory') AS directory`,
  );
  await client.end();
  const [{ bin, directory }] = rows;
  const { uid, gid } = statSync(directory);
  const settings = readFileSync(`${directory}/postmaster.opts`, 'utf8').split(`"-D" "${directory}" `)[1]!.trim();
  return async (command, ...args) => {
    const given = command === 'start' ? ['-o', settings] : args;
    const child = spawn(`${bin}/pg_ctl`, [command, '-D', directory, '-w', ...given], {
      uid,
      gid,
      cwd: '/',
      stdio: 'ignore',
      detached: true,
    });
    expect(await once(child, 'exit')).toEqual([0, null]);
  };
}

async function statusOf(call: Promise<{ status: number }>): Promise<number> {
  return (await call).status;
}

test.concurrent(
  'no accepted fact is lost while PostgreSQL restarts; API and worker recover by themselves',
  { timeout: 180_000 },
  async ({ expect }) => {
    // A commit is safe from a crash of the server as it stands, and is not waited for on the disk.
    const postgres = await startEmbeddedPostgres(createDataDir(), { fsync: 'off' });
    const control = await controllerOf(postgres.url);
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

    await sleep(1_000);
    await control('restart', '-m', 'immediate');
    await sleep(1_000);
    await control('stop', '-m', 'immediate');
    await sleep(1_500);
    await control('start');
    const acceptedBefore = accepted.length;
    await waitUntil(() => accepted.length > acceptedBefore + 50, 'the recovery of the API');
    isOver = true;
    await load;

    for (const seen of Object.values(statuses)) expect([...seen].filter((status) => status !== 429).sort()).toEqual([200, 503]);
    const received = () => new Set(receiver.received.map(({ event }) => event.data.id));
    // What was in flight waits for its lease to end.
    await waitUntil(() => accepted.every((id) => received().has(id)), 'the delivery of every accepted fact', 40_000);
    await expect.poll(() => statusOf(callApi(service, undefined, 'GET', '/v1/_health'))).toBe(200);
    const stopped = await service.exitAfter('SIGTERM');
    expect(stopped.code).toBe(0);
    await Promise.all([postgres.stop(), receiver.close()]);
  },
);

test.concurrent(
  'a database that answers nothing any more is given up, and found again where it answers',
  { timeout: 180_000 },
  async ({ expect }) => {
    const [database, receiver] = await Promise.all([createEmptyDatabase(), startReceiver()]);
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
