import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../server/database/run-statement.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const session = async () => (await rowsOf<{ pid: number }>(pool, { text: 'SELECT pg_backend_pid() AS pid' }))[0]!.pid;

test('a statement ends on the server when nobody waits for it, and its connection serves the next one', async () => {
  const before = await session();
  const gone = new AbortController();
  const startedAt = performance.now();
  const slow = rowsOf(pool, { text: 'SELECT pg_sleep(20)', gone: gone.signal });
  setTimeout(() => gone.abort(), 100);
  await expect(slow).rejects.toMatchObject({ code: '57014' });
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(await session()).toBe(before);
});

test('no other statement is ended, however closely they follow each other', async () => {
  for (let round = 0; round < 100; round++) {
    const gone = new AbortController();
    const asked = rowsOf(pool, { text: 'SELECT pg_sleep(0.001)', gone: gone.signal }).catch((error: unknown) => error);
    setTimeout(() => gone.abort(), round % 4);
    await asked;
    expect(await rowsOf(pool, { text: 'SELECT 1 AS one' })).toEqual([{ one: 1 }]);
  }
});

test('what is asked for nobody is not begun', async () => {
  const before = await session();
  await expect(rowsOf(pool, { text: 'SELECT pg_sleep(20)', gone: AbortSignal.abort() })).rejects.toThrow('abort');
  expect(await session()).toBe(before);
});
