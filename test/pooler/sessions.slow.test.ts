import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRoles, type Roles } from '../../server/database/client/roles.ts';
import type { Sql, Statement } from '../../server/database/client/sql.ts';
import { throughPooler } from '../../server/database/client/transaction-pooler.ts';
import { ofChecks, openWorkerPool } from '../../server/database/client/worker-pool.ts';
import { IngestionPool } from '../../server/ingestion/ingestion-pool.ts';
import { openDatabase, type OpenDatabase } from '../../server/orm/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { poolerIsMissing, startPooler, type Pooler } from '../support/pooler.ts';

const missing = poolerIsMissing();

interface Opened {
  readonly role: keyof Roles;
  readonly statementTimeout: string;
  readonly sql: Sql;
  readonly inTransaction: Sql;
  close(): Promise<unknown>;
}

const seen: Statement = {
  name: 'seen-settings',
  text: `SELECT current_user::text AS role, current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS timeout, session_user::text AS owner`,
};

describe.skipIf(missing)(`through a pooler that lends sessions for transactions${missing ? `: left out, ${missing}` : ''}`, () => {
  let database: TestDatabase;
  let pooler: Pooler;
  let roles: Roles;
  let url: string;
  let api: OpenDatabase;
  const agencies: string[] = [];

  const ways: readonly (readonly [string, () => Opened])[] = [
    [
      'requests',
      () => {
        const pool = openDatabase(url, [], 4, { roles });
        const rowScope = { agencyId: agencies[0]!, creatorIds: [] };
        return {
          role: 'api',
          statementTimeout: '10s',
          sql: { query: (statement) => pool.query({ ...statement, rowScope }) },
          inTransaction: { query: (statement) => pool.transaction((sql) => sql.query({ ...statement, rowScope })) },
          close: () => pool.close(),
        };
      },
    ],
    [
      'the worker',
      () => {
        const pool = openWorkerPool(url, 4, () => undefined, new Set(), roles.worker);
        const inTransaction: Sql = { query: (statement) => pool.transaction((sql) => sql.query(statement)) };
        return { role: 'worker', statementTimeout: '10s', sql: pool, inTransaction, close: () => pool.close() };
      },
    ],
    [
      'the checks',
      () => {
        const pool = openWorkerPool(url, 2, () => undefined, new Set(), roles.worker, ofChecks);
        return { role: 'worker', statementTimeout: '1500ms', sql: pool, inTransaction: pool, close: () => pool.close() };
      },
    ],
    [
      'ingestion',
      () => {
        const pool = new IngestionPool(url, 4, new Set(), roles.operator);
        const inTransaction: Sql = {
          query: (statement) => pool.transaction((sql) => sql.query(statement), { lockTimeoutMs: 500 }),
        };
        const sql: Sql = { query: (statement) => pool.runStandalone(statement, () => undefined) };
        return { role: 'operator', statementTimeout: '10s', sql, inTransaction, close: () => pool.close() };
      },
    ],
  ];

  beforeAll(async () => {
    database = await createTestDatabase();
    const administrator = new pg.Client({ connectionString: database.url });
    await administrator.connect();
    await administrator.query(`ALTER DATABASE ${administrator.database} SET TimeZone TO 'Asia/Kolkata'`);
    for (const name of ['Northlight', 'Sundial', 'Harbour']) {
      const { rows } = await administrator.query<{ id: string }>('INSERT INTO agencies (name) VALUES ($1) RETURNING id', [name]);
      agencies.push(rows[0]!.id);
      await administrator.query(
        `INSERT INTO webhook_endpoints (agency_id, id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, allowed_creator_ids, api_version)
         VALUES ($1, gen_random_uuid(), 'https://example.com', $2, '\\x00', 'svc', '{order.created}', '{}', '2026-07-06')`,
        [rows[0]!.id, name],
      );
    }
    await administrator.end();
    roles = await readRoles(database.ownerUrl);
    // Two sessions for all: hardly a statement gets the session of the one before.
    pooler = await startPooler([database.ownerUrl], { settings: { default_pool_size: 2 } });
    url = throughPooler(pooler.urlOf(database.ownerUrl));
    api = openDatabase(url, [], 12, { roles });
  });
  afterAll(async () => {
    await api?.close();
    await pooler?.stop();
    await database?.drop();
  });

  test.each(ways)('each transaction of %s has the role and the settings of its pool', async (_name, open) => {
    const { role, statementTimeout, sql, inTransaction, close } = open();
    try {
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? sql : inTransaction).query<Record<string, string>>(seen)),
      );
      const owner = decodeURIComponent(new URL(url).username);
      for (const [row] of answers) expect(row).toEqual({ role: roles[role], zone: 'UTC', timeout: statementTimeout, owner });
    } finally {
      await close();
    }
  });

  test('a session that the pooler lends next has none of them', async () => {
    const plain = new pg.Client({ connectionString: pooler.urlOf(database.ownerUrl) });
    await plain.connect();
    try {
      for (let index = 0; index < 20; index += 1) {
        await api.query({ text: 'SELECT 1', rowScope: { agencyId: agencies[0]!, creatorIds: [] } });
        const { rows } = await plain.query(
          `SELECT current_user = session_user AS "isOwner", current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS timeout, nullif(current_setting('tenant_scope.agency', true), '') AS agency`,
        );
        expect(rows).toEqual([{ isOwner: true, zone: 'Asia/Kolkata', timeout: '0', agency: null }]);
      }
    } finally {
      await plain.end();
    }
  });

  test('concurrent statements of several agencies read only rows of their own agency', async () => {
    const look = async (index: number): Promise<boolean> => {
      const agencyId = agencies[index % agencies.length]!;
      const statement = {
        name: `labels-${index % 7}`,
        text: 'SELECT agency_id AS id, pg_backend_pid() AS pid FROM webhook_endpoints',
        rowScope: { agencyId, creatorIds: [] },
      };
      const rows =
        index % 3 === 0
          ? await api.transaction(async (sql) => {
              await sql.query({ text: 'SELECT 1', rowScope: statement.rowScope });
              return sql.queryLast<{ id: string; pid: number }>(statement);
            })
          : await api.query<{ id: string; pid: number }>(statement);
      pids.add(rows[0]!.pid);
      return rows.length === 1 && rows[0]!.id === agencyId;
    };
    const pids = new Set<number>();
    const answers = await Promise.all(Array.from({ length: 600 }, (_, index) => look(index)));
    expect(answers.filter((isOwn) => !isOwn)).toEqual([]);
    expect(pids.size).toBe(2);
  });

  test('a failed statement, in or outside a transaction, leaves no state in the session', async () => {
    const rowScope = { agencyId: agencies[1]!, creatorIds: [] };
    for (let round = 0; round < 10; round += 1) {
      await expect(api.query({ text: 'SELECT 1 / 0', rowScope })).rejects.toMatchObject({ code: '22012' });
      await expect(api.transaction((sql) => sql.query({ text: 'SELECT 1 / 0', rowScope }))).rejects.toMatchObject({ code: '22012' });
      await expect(api.query<{ one: number }>({ text: 'SELECT 1 AS one', rowScope })).resolves.toEqual([{ one: 1 }]);
    }
  });

  test('a statement ends on the server when its caller is gone, and no other statement ends with it', async () => {
    const rowScope = { agencyId: agencies[0]!, creatorIds: [] };
    const gone = new AbortController();
    const startedAt = performance.now();
    const slow = api.query({ text: 'SELECT pg_sleep(9)', rowScope, gone: gone.signal });
    setTimeout(() => gone.abort(), 100);
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    for (let round = 0; round < 60; round += 1) {
      const leaving = new AbortController();
      const asked = api.query({ text: 'SELECT pg_sleep(0.001)', rowScope, gone: leaving.signal }).catch(() => undefined);
      setTimeout(() => leaving.abort(), round % 4);
      const others = Array.from({ length: 3 }, () => api.query<{ one: number }>({ text: 'SELECT 1 AS one', rowScope }));
      for (const rows of await Promise.all(others)) expect(rows).toEqual([{ one: 1 }]);
      await asked;
    }
  });
});
