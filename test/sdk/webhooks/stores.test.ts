import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWebhookHandler, type EventStore, memoryStore } from '../../../sdk/src/webhooks.ts';
import { redisStore, sqlStore } from '../../../sdk/src/webhooks/stores.ts';
import { signTestWebhook, testEvent, testSecret } from '../../../sdk/src/webhooks/testing.ts';
import { createEmptyDatabase, type TestDatabase } from '../../support/database.ts';
import { freePort } from '../../support/free-port.ts';

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** What every store does. `open` makes a store over the same entries as the others that it made. */
function describeStore(open: (ttlMs?: number) => EventStore | Promise<EventStore>) {
  let count = 0;
  const newId = () => `event-${++count}`;

  test('an event is claimed once, and done when it was handled', async () => {
    const store = await open();
    const id = newId();
    expect(await store.claim(id, 'a', 60_000)).toBe('claimed');
    expect(await store.claim(id, 'b', 60_000)).toBe('running');
    await store.complete(id, 'a');
    expect(await store.claim(id, 'b', 60_000)).toBe('done');
    expect(await store.claim(newId(), 'b', 60_000)).toBe('claimed');
  });

  test('an event whose claim was released is claimed again', async () => {
    const store = await open();
    const id = newId();
    await store.claim(id, 'a', 60_000);
    await store.release(id, 'a');
    expect(await store.claim(id, 'b', 60_000)).toBe('claimed');
  });

  test('a claim expires, and its owner does not release the claim that follows', async () => {
    const store = await open();
    const id = newId();
    await store.claim(id, 'a', 40);
    await sleep(80);
    expect(await store.claim(id, 'b', 60_000)).toBe('claimed');
    await store.release(id, 'a');
    expect(await store.claim(id, 'c', 60_000)).toBe('running');
    await store.complete(id, 'b');
    await store.release(id, 'a');
    expect(await store.claim(id, 'c', 60_000)).toBe('done');
  });

  test('a handled event is forgotten after its time', async () => {
    const store = await open(50);
    const id = newId();
    await store.claim(id, 'a', 60_000);
    await store.complete(id, 'a');
    expect(await store.claim(id, 'b', 60_000)).toBe('done');
    await sleep(100);
    expect(await store.claim(id, 'b', 60_000)).toBe('claimed');
  });

  test('of many claims at the same time, one gets the event', async () => {
    const store = await open();
    const id = newId();
    const claims = await Promise.all(Array.from({ length: 50 }, (_each, index) => store.claim(id, String(index), 60_000)));
    expect(claims.filter((claim) => claim === 'claimed')).toHaveLength(1);
    expect(claims.filter((claim) => claim === 'running')).toHaveLength(49);
  });

  test('40 events that arrive in four processes, each three times at once, are handled once each', async () => {
    const secret = testSecret();
    const handled: string[] = [];
    const on = { default: ({ id }: { id: string }) => sleep(5).then(() => handled.push(id)) };
    const processes = await Promise.all(
      Array.from({ length: 4 }, async () => createWebhookHandler({ secrets: secret, on, deduplicate: await open() })),
    );
    const events = Array.from({ length: 40 }, () => testEvent('ping'));
    await Promise.all(
      events.flatMap((event) =>
        [0, 1, 2].map(async (copy) => {
          const { headers, body } = await signTestWebhook(event, secret);
          // As the service does: again, until it is answered with 204.
          for (let handler = copy; ; handler++) {
            const { status } = await processes[handler % 4]!.respond(body, headers);
            if (status === 204) return;
            expect(status).toBe(503);
            await sleep(20);
          }
        }),
      ),
    );
    expect(handled.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
  });
}

describe('the store in memory', () => {
  let shared: EventStore | undefined;
  describeStore((ttlMs) => (ttlMs === undefined ? (shared ??= memoryStore()) : memoryStore({ ttlMs })));

  test('forgets the oldest handled events over its bound, and no claim', async () => {
    const store = memoryStore({ maxEvents: 3 });
    await store.claim('claimed', 'a', 60_000);
    for (const id of ['one', 'two', 'three']) {
      await store.claim(id, 'a', 60_000);
      await store.complete(id, 'a');
    }
    expect(await store.claim('claimed', 'b', 60_000)).toBe('running');
    expect(await store.claim('three', 'b', 60_000)).toBe('done');
    expect(await store.claim('one', 'b', 60_000)).toBe('claimed');
  });
});

describe('the store in PostgreSQL', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 8 });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });
  const query = (text: string, values: unknown[]) => pool.query(text, values);
  const open = async (ttlMs?: number) => {
    const store = sqlStore({ query, ...(ttlMs === undefined ? {} : { ttlMs }) });
    await store.createTable();
    return store;
  };
  describeStore(open);

  test('deletes expired entries', async () => {
    await sqlStore({ query, table: 'public.seen' }).createTable();
    const store = sqlStore({ query: async (text, values) => (await query(text, values)).rows as unknown, table: 'public.seen', ttlMs: 1 });
    await store.claim('old', 'a', 60_000);
    await store.complete('old', 'a');
    await store.claim('new', 'a', 60_000);
    await sleep(20);
    await store.cleanUp();
    expect((await query('SELECT id FROM public.seen', [])).rows).toEqual([{ id: 'new' }]);
  });
});

describe.skipIf(!hasRedis)('the store in Redis (left out where redis-server is missing)', () => {
  let server: ChildProcess;
  let folder: string;
  let port: number;
  let ioredis: Redis;
  let nodeRedis: ReturnType<typeof createClient>;
  beforeAll(async () => {
    port = await freePort();
    folder = await mkdtemp(join(tmpdir(), 'redis-'));
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
    server = spawn('redis-server', args, { stdio: 'ignore' });
    ioredis = new Redis({ port, host: '127.0.0.1' });
    nodeRedis = createClient({ url: `redis://127.0.0.1:${port}` });
    nodeRedis.on('error', () => undefined);
    ioredis.on('error', () => undefined);
    await nodeRedis.connect();
  });
  afterAll(async () => {
    ioredis.disconnect();
    nodeRedis.destroy();
    const ended = new Promise((resolve) => server.on('close', resolve));
    server.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  });

  describe('with ioredis', () => {
    describeStore((ttlMs) => redisStore(ioredis, { prefix: 'a:', ...(ttlMs === undefined ? {} : { ttlMs }) }));
  });
  describe('with node-redis', () => {
    describeStore((ttlMs) => redisStore(nodeRedis, { prefix: 'b:', ...(ttlMs === undefined ? {} : { ttlMs }) }));
  });
  describe('with a function', () => {
    describeStore((ttlMs) =>
      redisStore((args) => nodeRedis.sendCommand(args), { prefix: 'c:', ...(ttlMs === undefined ? {} : { ttlMs }) }),
    );
  });

  test('every key expires', async () => {
    const store = redisStore(ioredis, { prefix: 'd:' });
    await store.claim('one', 'a', 60_000);
    await store.claim('two', 'a', 60_000);
    await store.complete('two', 'a');
    const left = await Promise.all(['d:one', 'd:two'].map((key) => ioredis.pttl(key)));
    expect(left[0]).toBeGreaterThan(0);
    expect(left[0]).toBeLessThanOrEqual(60_000);
    expect(left[1]).toBeGreaterThan(30 * 86_400_000);
  });
});
