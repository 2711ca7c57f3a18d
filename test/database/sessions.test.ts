import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settingStatements } from '../../server/database/client/settings-query.ts';
import { ofChecks, openWorkerPool } from '../../server/database/client/worker-pool.ts';
import { openDatabase } from '../../server/orm/database.ts';
import { SequelizePool } from '../../server/orm/sequelize-pool.ts';
import { Replica } from '../../server/database/replica/replica.ts';
import type { Sql } from '../../server/database/client/sql.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

interface Opened {
  readonly sql: Sql;
  close(): Promise<unknown>;
}

const itself = <Pool extends Sql & { close(): Promise<unknown> }>(pool: Pool): Opened => ({ sql: pool, close: () => pool.close() });

const ways: readonly (readonly [name: string, open: (url: string) => Opened])[] = [
  [
    'the API',
    (url) => {
      const pool = openDatabase(url, [], 1);
      return { sql: pool, close: () => pool.close() };
    },
  ],
  [
    'the API’s transactions',
    (url) => {
      const pool = openDatabase(url, [], 1);
      return { sql: { query: (statement) => pool.transaction((sql) => sql.query(statement)) }, close: () => pool.close() };
    },
  ],
  ['a replica', (url) => itself(new Replica(url, new SequelizePool({ url, size: 1, name: 'api' })))],
  ['the worker', (url) => itself(openWorkerPool(url, 1, () => undefined))],
  ['the checks', (url) => itself(openWorkerPool(url, 1, () => undefined, new Set(), undefined, ofChecks))],
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`ALTER DATABASE ${client.database} SET TimeZone TO 'Asia/Kolkata'`).finally(() => client.end());
});
afterAll(() => database.drop());

test.each(ways)('%s truncates hours in UTC in every time zone of the database', async (_name, open) => {
  const { sql, close } = open(database.url);
  const text = `SELECT date_trunc('hour', '2026-07-06T12:40:00Z'::timestamptz) AS hour`;
  expect(await sql.query({ text }).finally(close)).toEqual([{ hour: new Date('2026-07-06T12:00:00Z') }]);
});

test.each(ways)('however many statements %s names, the latest stay prepared, and an earlier one is prepared again', async (_name, open) => {
  const { sql, close } = open(database.url);
  const answer = async (index: number) => (await sql.query<{ n: number }>({ name: `s${index}`, text: `SELECT ${index} AS n` }))[0]!.n;
  try {
    for (let index = 0; index < 510; index += 1) expect(await answer(index)).toBe(index);
    const [prepared] = await sql.query<{ names: string[] }>({ text: 'SELECT array_agg(name) AS names FROM pg_prepared_statements' });
    const named = prepared!.names.filter((name) => !settingStatements.includes(name));
    expect(named.toSorted()).toEqual(Array.from({ length: 500 }, (_, index) => `s${10 + index}`).toSorted());
    for (const index of [0, 509, 100, 0]) expect(await answer(index)).toBe(index);
  } finally {
    await close();
  }
});

test.each(ways.slice(0, 3))(
  'the statements that set the row-level security context stay prepared with many named statements (%s)',
  async (_name, open) => {
    const { sql, close } = open(database.url);
    const agencyId = '00000000-0000-7000-8000-000000000000';
    const text = `SELECT current_setting('tenant_scope.agency') AS agency, current_setting('tenant_scope.creators', true) AS creators`;
    const seen = async (index: number, creatorIds: string[]) =>
      (await sql.query<{ agency: string; creators: string | null }>({ name: `b${index}`, text, rowScope: { agencyId, creatorIds } }))[0]!;
    try {
      for (let index = 0; index < 510; index += 1) expect((await seen(index, [])).agency).toBe(agencyId);
      expect(await seen(510, ['a'])).toEqual({ agency: agencyId, creators: '{"a"}' });
      expect((await seen(0, [])).agency).toBe(agencyId);
    } finally {
      await close();
    }
  },
);
