import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, run } from 'graphile-worker';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { lease, LeasingPool } from '../../server/database/client/leasing-pool.ts';
import { openWorkerPool } from '../../server/database/client/worker-pool.ts';
import { NotificationListener } from '../../server/database/client/notification-listener.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const pools: pg.Pool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
});

function openPool(settings: pg.PoolConfig = {}): pg.Pool {
  const pool = new LeasingPool({ connectionString: database.url, max: 1, ...settings });
  pool.on('error', () => undefined);
  pools.push(pool);
  return pool;
}

test('a connection that its owner releases twice is given back once', async () => {
  const pool = openPool();
  const first = await lease(pool);
  first.release();
  first.release();
  first.release(true);
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  const client = await pool.connect();
  client.release();
  client.release();
  await new Promise<void>((resolve) =>
    pool.connect((_error, _client, release) => {
      release();
      release();
      resolve();
    }),
  );
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
});

test('an owner that releases again takes the connection from no later owner', async () => {
  const pool = openPool();
  const former = await lease(pool);
  former.release();
  const present = await lease(pool);
  former.release(true);
  former.release();
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 0]);
  expect((await present.client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  present.release();
  expect(pool.idleCount).toBe(1);
});

test('a connection that is released as broken is closed', async () => {
  const pool = openPool();
  const { release } = await lease(pool);
  release(new Error('broken'));
  expect(pool.totalCount).toBe(0);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('a runner of jobs that stops while its LISTEN fails ends no process', async () => {
  const asked = Promise.withResolvers<void>();
  const failing = Promise.withResolvers<never>();
  failing.promise.catch(() => undefined);
  class Client extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const ask = this.query.bind(this) as (...given: unknown[]) => unknown;
      this.query = ((...given: unknown[]) => {
        if (typeof given[0] !== 'string' || !given[0].startsWith('LISTEN')) return ask(...given);
        asked.resolve();
        return failing.promise;
      }) as typeof this.query;
    }
  }
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', onUnhandled);
  const pool = openPool({ Client, max: 5 });
  pool.on('connect', (client) => client.on('error', () => undefined));
  const runner = await run({
    pgPool: pool,
    taskList: { any: () => undefined },
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  });
  await asked.promise;
  const stopped = runner.stop();
  failing.reject(new Error('the connection is lost'));
  await stopped;
  await sleep(300);
  process.off('unhandledRejection', onUnhandled);
  expect(unhandled).toEqual([]);
  expect(pool.totalCount - pool.idleCount).toBe(0);
});

test('a listener that is stopped while it waits for a connection leaves none behind', async () => {
  const { pool, close } = openWorkerPool(database.url, 1, () => undefined);
  const other = await lease(pool);
  const listener = new NotificationListener({ clock: systemClock, pool, log: { warn: () => undefined }, handlers: new Map() });
  listener.start();
  const stopped = listener.stop();
  other.release();
  await stopped;
  await close();
  expect(pool.totalCount).toBe(0);
});
