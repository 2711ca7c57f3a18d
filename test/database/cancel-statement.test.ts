import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SequelizePool } from '../../server/orm/sequelize-pool.ts';
import { connectTo } from '../support/database-address.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let pool: SequelizePool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new SequelizePool({ url: database.url, size: 1, name: 'test' });
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

const session = async () => (await pool.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' }))[0]!.pid;

test('a statement ends on the server when its caller is gone, and its connection serves the next one', async () => {
  const before = await session();
  const gone = new AbortController();
  const startedAt = performance.now();
  const slow = pool.query({ text: 'SELECT pg_sleep(20)', gone: gone.signal });
  setTimeout(() => gone.abort(), 100);
  await expect(slow).rejects.toMatchObject({ code: '57014' });
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(await session()).toBe(before);
});

test('no other statement is ended, however closely they follow each other', async () => {
  for (let round = 0; round < 100; round++) {
    const gone = new AbortController();
    const asked = pool.query({ text: 'SELECT pg_sleep(0.001)', gone: gone.signal }).catch((error: unknown) => error);
    setTimeout(() => gone.abort(), round % 4);
    await asked;
    expect(await pool.query({ text: 'SELECT 1 AS one' })).toEqual([{ one: 1 }]);
  }
});

test('a statement without a caller is not started', async () => {
  const before = await session();
  await expect(pool.query({ text: 'SELECT pg_sleep(20)', gone: AbortSignal.abort() })).rejects.toThrow('abort');
  expect(await session()).toBe(before);
});

test('a connection is closed whose cancel request the server does not answer in time, which may come later', async () => {
  const target = new URL(database.url);
  let connections = 0;
  const server = createServer((near) => {
    const far = connectTo(target);
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    // The second one has the cancel request.
    if (++connections === 2) return;
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: String((server.address() as AddressInfo).port) }).href;
  const slow = new SequelizePool({ url, size: 1, name: 'slow' });
  const pid = async () => (await slow.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' }))[0]!.pid;
  try {
    const before = await pid();
    const gone = new AbortController();
    const asked = slow.query({ text: 'SELECT pg_sleep(0.3)', gone: gone.signal });
    setTimeout(() => gone.abort(), 50);
    await asked;
    expect(connections).toBe(2);
    expect(await pid()).not.toBe(before);
  } finally {
    await slow.close();
    server.close();
  }
});
