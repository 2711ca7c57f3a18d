import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { startService, type TestService } from '../support/service.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { withoutRateLimits } from '../support/without-rate-limits.ts';
import { figuresOf, untilServing } from './replica-figures.ts';
import { startReplicatedDatabase, type ReplicatedDatabase } from './replicated-database.ts';

const lateAfterMs = 3_000;
const encryptionKey = Buffer.alloc(32, 1);

let database: ReplicatedDatabase;
let proxy: TcpProxy;
let service: TestService;
let agency: SampleAgency;

beforeAll(async () => {
  database = await startReplicatedDatabase();
  proxy = await startTcpProxy(database.standby.url);
  service = await startService({
    databaseUrl: database.primary.url,
    env: { DATABASE_REPLICA_URLS: proxy.url },
    encryptionKey,
    delivers: false,
    replicaLateAfterMs: lateAfterMs,
  });
  await withoutRateLimits(service);
  agency = await createSampleAgency(service);
}, 120_000);
afterAll(async () => {
  await service?.close();
  await proxy?.close();
  await database?.close();
});
afterEach(() => untilServing(service, 1));

/** Reads of a replica that these make: endpoints and their health are two. */
const readCount = 6;
const lists = ['/v1/orders', '/v1/creators', '/v1/ai-requests', '/v1/webhooks', '/v1/analytics/revenue?start=2026-07-10&end=2026-07-10'];

async function readAll(): Promise<number[]> {
  const answers = await Promise.all(lists.map((path) => service.request('GET', path, { key: agency.key })));
  return answers.map(({ status }) => status);
}

const allServed = lists.map(() => 200);

/** Its state in `/status` and the health check. */
async function told(by = service): Promise<unknown> {
  const open = { key: null, version: null };
  const { components } = (await by.request('GET', '/status', open)).body as {
    components: { name: string; status: string; detail: string }[];
  };
  const health = await by.request('GET', '/v1/_health', open);
  const { status, detail } = components.find(({ name }) => name === 'Read replicas')!;
  return [status, detail, health.status, health.body.status];
}

const served = ['operational', '1 of 1 replicas are in use.', 200, 'ok'];
const leftOut = ['degraded', '0 of 1 replicas are in use.', 200, 'ok'];

test('a replica in use is reported', async () => {
  await untilServing(service, 1);
  expect(await told()).toEqual(served);
});

/** Reads without a pause while `work` makes the replica go and come. */
async function readWhile(work: () => Promise<void>): Promise<{ statuses: Set<number>; slowestMs: number }> {
  const statuses = new Set<number>();
  let slowestMs = 0;
  let isDone = false;
  const reading = (async () => {
    while (!isDone) {
      const startedAt = performance.now();
      for (const status of await readAll()) statuses.add(status);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      await sleep(20);
    }
  })();
  await work().finally(() => (isDone = true));
  await reading;
  return { statuses, slowestMs };
}

describe('the primary serves without a failed read, and reports', () => {
  test.each(['SIGINT', 'SIGQUIT'] as const)('while the replica is gone (%s), until it is back', async (signal) => {
    const { statuses } = await readWhile(async () => {
      await database.standby.end(signal);
      await untilServing(service, 0);
      expect(await told()).toEqual(leftOut);
      await database.standby.start();
      await untilServing(service, 1);
    });
    expect([...statuses]).toEqual([200]);
    expect(await told()).toEqual(served);
    const before = await figuresOf(service);
    expect(await readAll()).toEqual(allServed);
    expect((await figuresOf(service)).reads).toBe(before.reads + readCount);
  });

  test('while the replica answers nothing: what waits for it is read from the primary when it is left out', async () => {
    const { statuses, slowestMs } = await readWhile(async () => {
      proxy.set('mute');
      await untilServing(service, 0);
      expect(await told()).toEqual(leftOut);
      proxy.set('up');
      await untilServing(service, 1);
    });
    expect([...statuses]).toEqual([200]);
    expect(slowestMs).toBeLessThan(9_000);
  });
});

describe('a late replica', () => {
  const write = () => database.primary.query(`UPDATE creators SET name = name || '+'`);
  const firstName = async () => (await service.request('GET', '/v1/creators', { key: agency.key })).body.data[0].name as string;

  test('serves up to the bound, is left out beyond it, and is let in when it has caught up', async () => {
    await database.catchUp();
    await database.pause();
    try {
      const before = await firstName();
      await write();
      expect(await firstName()).toBe(before);
      await untilServing(service, 0);
      expect(await firstName()).toBe(`${before}+`);
      expect(await told()).toEqual(leftOut);
      expect((await figuresOf(service)).lagSeconds).toBeGreaterThan(lateAfterMs / 1_000);
    } finally {
      await database.resume();
    }
    await untilServing(service, 1);
    expect((await figuresOf(service)).lagSeconds).toBeLessThan(lateAfterMs / 1_000);
  });

  test('is one that applies what it has received too late', async () => {
    const applyAfter = async (delay: string) => {
      await database.standby.query(`ALTER SYSTEM SET recovery_min_apply_delay = '${delay}'`);
      await database.standby.query('SELECT pg_reload_conf()');
    };
    await applyAfter('1h');
    try {
      await write();
      await untilServing(service, 0);
    } finally {
      await applyAfter('0');
    }
    await untilServing(service, 1);
  });

  test('is not one that has nothing to replay', async () => {
    const position = async () => (await database.primary.query('SELECT pg_current_wal_insert_lsn() AS position'))[0].position as string;
    // The server's own upkeep may write something now and then.
    const isIdleLongEnough = async () => {
      await database.catchUp();
      await database.pause();
      const before = await position();
      await sleep(lateAfterMs + 2_500);
      const figures = await figuresOf(service);
      await database.resume();
      if (before !== (await position())) return false;
      expect(figures).toMatchObject({ serving: 1, lagSeconds: 0 });
      return true;
    };
    while (!(await isIdleLongEnough()));
  });
});

test('a read that conflicts with what the replica replays is read from the primary', async () => {
  await database.primary.query('CREATE TABLE contended AS SELECT 1 AS n; GRANT SELECT ON contended TO PUBLIC');
  await database.standby.query(`ALTER SYSTEM SET max_standby_streaming_delay = '100ms'`);
  await database.standby.query('SELECT pg_reload_conf()');
  await database.catchUp();
  const before = await figuresOf(service);
  const isPrimary = `SELECT NOT pg_is_in_recovery() AS is_primary, n, CASE WHEN pg_is_in_recovery() THEN pg_sleep(8) END FROM contended`;
  const reading = service.service.database.replica.query<{ is_primary: boolean }>(
    { text: isPrimary, rowScope: { agencyId: '00000000-0000-7000-8000-000000000000', creatorIds: [] } },
    0,
  );
  const isRead = async () =>
    (await database.standby.query(`SELECT FROM pg_stat_activity WHERE query LIKE '%FROM contended' AND wait_event = 'PgSleep'`)).length;
  await expect.poll(isRead, { timeout: 5_000, interval: 50 }).toBe(1);
  await database.primary.query('ALTER TABLE contended ADD COLUMN m int');
  expect((await reading)[0]!.is_primary).toBe(true);
  const after = await figuresOf(service);
  expect([after.reads - before.reads, after.failedReads - before.failedReads, after.serving]).toEqual([0, 1, 1]);
});

test('of two replicas the one that serves has all the reads', async () => {
  const both = await startService({
    databaseUrl: database.primary.url,
    env: { DATABASE_REPLICA_URLS: `postgres://reader@127.0.0.1:9/agency,${database.standby.url}` },
    encryptionKey,
    delivers: false,
  });
  try {
    const { host, pathname } = new URL(database.standby.url);
    const metric = async (name: string, replica: string) => {
      const { text } = await both.operator('GET', '/metrics');
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name}{replica="${replica}"} `))
          ?.split(' ')[1],
      );
    };
    await expect.poll(() => metric('service_replica_serving', `${host}${pathname}`), { timeout: 15_000 }).toBe(1);
    for (let count = 0; count < 5; count++) expect((await both.request('GET', '/v1/orders', { key: agency.key })).status).toBe(200);
    expect(await metric('service_replica_reads_total', `${host}${pathname}`)).toBe(5);
    expect(await metric('service_replica_serving', '127.0.0.1:9/agency')).toBe(0);
    expect(await told(both)).toEqual(['degraded', '1 of 2 replicas are in use.', 200, 'ok']);
  } finally {
    await both.close();
  }
});

test('another primary, the primary itself and another database of the standby are left out for good', async () => {
  const urls = [inject('postgresUrl'), database.primary.url, database.standby.url.replace(/postgres$/, 'template1')];
  const mistaken = await startService({
    databaseUrl: database.primary.url,
    env: { DATABASE_REPLICA_URLS: urls.join(',') },
    delivers: false,
  });
  try {
    const figures = async (name: string) =>
      [...(await mistaken.operator('GET', '/metrics')).text.matchAll(new RegExp(`^${name}\\{replica="[^"]+"\\} (\\S+)$`, 'gm'))].map(
        ([, value]) => Number(value),
      );
    await expect.poll(() => figures('service_replica_serving')).toEqual([0, 0, 0]);
    await sleep(1_500);
    expect(await figures('service_replica_serving')).toEqual([0, 0, 0]);
    expect(await figures('service_replica_reads_total')).toEqual([0, 0, 0]);
    const { status, body } = await mistaken.request('GET', '/v1/creators', { key: agency.key });
    expect([status, body.data.length]).toEqual([200, 2]);
  } finally {
    await mistaken.close();
  }
});
