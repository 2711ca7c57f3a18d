import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openWorkerPool } from '../../server/database/client/worker-pool.ts';
import { openDatabase } from '../../server/orm/database.ts';
import type { Sql } from '../../server/database/client/sql.ts';
import { DeliveryConnection } from '../../server/delivery/record/connection.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

interface Transactions {
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
}

interface Opened {
  readonly connections: Transactions;
  close(): Promise<unknown>;
}

const ways: readonly (readonly [name: string, open: (url: string) => Opened])[] = [
  [
    'of the API',
    (url) => {
      const pool = openDatabase(url, [], 2);
      return { connections: pool, close: () => pool.close() };
    },
  ],
  [
    'of the worker',
    (url) => {
      const pool = openWorkerPool(url, 2, () => undefined);
      return { connections: pool, close: () => pool.close() };
    },
  ],
  [
    'of delivery',
    (url) => {
      const pool = openWorkerPool(url, 2, () => undefined);
      const connections = new DeliveryConnection(pool.pool);
      return { connections, close: () => connections.close().then(() => pool.close()) };
    },
  ],
];

let database: TestDatabase;
let observer: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  observer = new pg.Client({ connectionString: database.url });
  await observer.connect();
  await observer.query('CREATE TABLE halves (half int)');
});
afterAll(async () => {
  await observer.end();
  await database.drop();
});

const halves = async () => (await observer.query<{ half: number }>('SELECT half FROM halves ORDER BY half')).rows.map(({ half }) => half);

const write = (sql: Sql, half: number) => sql.query({ text: 'INSERT INTO halves VALUES ($1)', values: [half] });

/** Terminates the connection of a transaction, and waits until this process is notified. */
async function cut(sql: Sql): Promise<void> {
  const [row] = await sql.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' });
  const administrator = new pg.Client({ connectionString: inject('postgresUrl') });
  await administrator.connect();
  await administrator.query('SELECT pg_terminate_backend($1::int, 10000)', [row!.pid]);
  await administrator.end();
  await new Promise((notified) => setTimeout(notified, 100));
}

describe.each(ways)('a transaction %s', (_name, open) => {
  let opened: Opened;
  beforeEach(async () => {
    await observer.query('TRUNCATE halves');
    opened = open(database.url);
    return async () => void (await opened.close());
  });

  test('dies with its connection: no statement of it runs over another one, and nothing of it is stored', async () => {
    const cutInTwo = opened.connections.transaction(async (sql) => {
      await write(sql, 1);
      await cut(sql);
      await write(sql, 2);
    });
    await expect(cutInTwo).rejects.toThrow();
    expect(await halves()).toEqual([]);
    await opened.connections.transaction((sql) => write(sql, 3));
    expect(await halves()).toEqual([3]);
  });

  test('that is cut before its commit is not reported as done', async () => {
    const cutAtTheEnd = opened.connections.transaction(async (sql) => {
      await write(sql, 1);
      await cut(sql);
    });
    await expect(cutAtTheEnd).rejects.toThrow();
    expect(await halves()).toEqual([]);
  });

  test('runs no statement after its end', async () => {
    let kept: Sql | undefined;
    await opened.connections.transaction(async (sql) => void (kept = sql));
    await expect(write(kept!, 1)).rejects.toThrow('the transaction has ended');
    expect(await halves()).toEqual([]);
  });

  test('with a statement that failed unheard is not reported as done', async () => {
    const halfDone = opened.connections.transaction(async (sql) => {
      await write(sql, 1);
      await sql.query({ text: 'SELECT 1 / 0' }).catch(() => undefined);
    });
    await expect(halfDone).rejects.toThrow('one of its statements failed');
    expect(await halves()).toEqual([]);
  });
});
