import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql, Statement } from '../../server/database/client/sql.ts';
import { authenticator } from '../../server/http/steps/authenticate.ts';
import { changeFanSpend } from '../../server/ingestion/fan-spend.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { explain, planners, type Plan } from './plans.ts';

const orderCount = 60_000;
const fanCount = 5_000;
const keyCount = 5_000;
const ordersPerFan = orderCount / fanCount;

/** Orders of many fans, of whom one has very many, on two accounts; and keys. */
const rows = `
  INSERT INTO creators (agency_id, id, name, account_id) SELECT id, 'c' || n, 'c' || n, 'a' || n FROM agencies, generate_series(1, 2) n;
  INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, fan_id, amount_cents, created_at)
  SELECT id, 'o' || n, (ARRAY['tip', 'push', 'private_media', 'subscription'])[1 + n % 4], 'c' || 1 + n % 2, 'a' || 1 + n % 2,
         'f' || CASE WHEN n % 10 = 0 THEN 0 ELSE n % ${fanCount} END, 100, now() - interval '1 minute' * n
    FROM agencies, generate_series(1, ${orderCount}) n;
  INSERT INTO fan_spends (agency_id, account_id, fan_id, spend_cents) SELECT id, 'a' || a, 'f' || n, 1000000 FROM agencies, generate_series(1, 2) a, generate_series(0, ${fanCount - 1}) n;
  INSERT INTO api_keys (agency_id, label, prefix, key_hash, scopes) SELECT id, 'key', 'svc_live_', sha256(n::text::bytea), '{read:orders}' FROM agencies, generate_series(1, ${keyCount}) n;
  INSERT INTO rate_windows (key_id, operation_id, counted_at, ages, granted) SELECT id, 'listOrders', now(), '{0}', 1 FROM api_keys`;

interface Tables {
  readonly client: pg.Client;
  readonly agencyId: string;
  close(): Promise<void>;
}

/** Nothing is analyzed but by the test. */
const withoutAutovacuum = ['orders', 'fan_spends', 'api_keys', 'rate_windows'].map(
  (table) => `ALTER TABLE ${table} SET (autovacuum_enabled = false)`,
);

const states = ['full and analyzed', 'full and never analyzed', 'still empty'] as const;

async function makeTables(state: (typeof states)[number]): Promise<Tables> {
  const database: TestDatabase = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  for (const statement of withoutAutovacuum) await client.query(statement);
  await client.query(`INSERT INTO agencies (name) VALUES ('Large')`);
  if (state !== 'still empty') await client.query(rows);
  if (state === 'full and analyzed') await client.query('VACUUM (ANALYZE) orders, fan_spends, api_keys, rate_windows');
  const [agency] = (await client.query<{ id: string }>('SELECT id FROM agencies')).rows;
  return {
    client,
    agencyId: agency!.id,
    async close() {
      await client.end();
      await database.drop();
    },
  };
}

/** What a piece of code sends, whose statements are answered with these rows. Nothing is read or written. */
async function statementsOf(work: (sql: Sql) => Promise<unknown>, answer: readonly unknown[] = []): Promise<Statement[]> {
  const statements: Statement[] = [];
  const sql: Sql = {
    query: async <Row>(statement: Statement): Promise<Row[]> => {
      statements.push(statement);
      return [...answer] as Row[];
    },
  };
  await work(sql).catch(() => undefined);
  return statements;
}

/** A batch may come over a connection that prepared its statements when the agency had sold nothing yet. */
describe.each(states)('tables that are %s', (state) => {
  let tables: Tables;
  beforeAll(async () => {
    tables = await makeTables(state);
  });
  afterAll(() => tables.close());

  const expectByIndex = (plan: Plan, indexes: readonly string[], rowsRead: number) => {
    expect(plan.scannedTables, plan.text).toEqual([]);
    for (const index of indexes) expect(plan.text).toContain(`"${index}"`);
    expect(plan.rowsRead, plan.text).toBeLessThanOrEqual(rowsRead);
  };

  test.each(planners)(
    'what fans have spent is moved by their rows, and a last purchase is looked for from the latest order on (%s)',
    async (planner) => {
      const { agencyId } = tables;
      const fans = Array.from({ length: 40 }, (_, index) => ({
        agency_id: agencyId,
        account_id: `a${1 + (index % 2)}`,
        fan_id: `f${1 + index * 7}`,
      }));
      const changes = fans.map((fan, index) => {
        const created_at = new Date(Date.now() - index * 60_000);
        const after = { ...fan, order_type: 'tip' as const, amount_cents: 100, created_at, refunded_at: null };
        return index < 20 ? { before: null, after } : { before: after, after: { ...after, refunded_at: new Date() } };
      });
      const found = fans.map((fan) => ({ ...fan, place: '(0,1)', last_purchase_at: null, number: 0 }));
      const statements = await statementsOf((sql) => changeFanSpend(sql, changes), found);
      expect(statements.map(({ name }) => name)).toEqual(['add-purchases', 'last-purchases', 'take-purchases']);
      const [add, last] = statements as [Statement, Statement];
      expectByIndex(await explain(tables.client, add, planner), ['fan_spends_pkey'], changes.length);
      // Planned for its values, a statement reads a table whole that has no page.
      if (state === 'still empty' && planner === 'force_custom_plan') return;
      expectByIndex(await explain(tables.client, last, planner), ['orders_by_fan'], 20 * (1 + ordersPerFan));
    },
  );

  test.each(planners)('the keys of a batch and their rate limit windows are found by indexes (%s)', async (planner) => {
    const hashes = Array.from({ length: 12 }, (_, index) =>
      createHash('sha256')
        .update(String(1 + index))
        .digest(),
    );
    const statements = await statementsOf((sql) => {
      const admit = authenticator(sql, (token) => hashes[Number(token)]);
      const wanted = { operationId: 'listOrders', rateLimit: { requests: 600, windowSeconds: 60 } };
      return Promise.all(hashes.map((_, index) => admit(`Bearer ${index}`, wanted)));
    });
    expect(statements).toHaveLength(1);
    const [{ text, values }] = statements as [Statement];
    const [given, ...rest] = values as [Buffer[], ...unknown[]];
    const plan = await explain(tables.client, { text, values: [given.map((hash) => `\\x${hash.toString('hex')}`), ...rest] }, planner);
    // Each key, and the window that is written for it.
    expectByIndex(plan, ['api_keys_key_hash_key', 'rate_windows_pkey'], 2 * hashes.length);
  });
});
