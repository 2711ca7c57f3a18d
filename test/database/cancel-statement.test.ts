import { afterAll, beforeAll, expect, test } from 'vitest';
import { SequelizePool } from '../../server/models/sequelize-pool.ts';
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

test('a statement ends on the server when nobody waits for it, and its connection serves the next one', async () => {
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

test('what is asked for nobody is not begun', async () => {
  const before = await session();
  await expect(pool.query({ text: 'SELECT pg_sleep(20)', gone: AbortSignal.abort() })).rejects.toThrow('abort');
  expect(await session()).toBe(before);
});
