import { withoutIdempotencyKey } from '../../server/access/idempotency/idempotency.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import { ScopedModels } from '../../server/access/scope/scoped-models.ts';
import type { Sql, Statement } from '../../server/database/client/sql.ts';
import type { ModelDatabase } from '../../server/orm/database.ts';
import { problems } from '../../server/problems/problem.ts';
import { createPublication } from '../../server/resources/publications/create-publication.ts';
import { getMe } from '../../server/resources/meta/get-me.ts';
import { trimFailureRecords } from '../../server/retention/failure-records.ts';
import { limitPendingDeliveries } from '../../server/retention/pending-deliveries.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { explain, models, planners, type AnyContext } from './plans.ts';

const each = 20_000;

let database: TestDatabase;
let client: pg.Client;
let agencyId: string;
/** Tables and days with rows. */
let full: Set<string>;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    INSERT INTO agencies (name) VALUES ('Large'), ('Other');
    INSERT INTO creators (agency_id, id, name, account_id) SELECT id, 'c1', 'c1', 'a1' FROM agencies;
    INSERT INTO publications (agency_id, creator_id, text, status) SELECT a.id, 'c1', 'x', 'scheduled' FROM agencies a, generate_series(1, ${each}) n;
    INSERT INTO webhook_endpoints (agency_id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version)
    SELECT id, '', '', '', '', '{order.created}', '2026-07-06' FROM agencies;
    INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, occurred_at, generation)
    SELECT agency_id, id, 'order.created', uuidv7(), now(), 1 FROM webhook_endpoints, generate_series(1, ${each});
    INSERT INTO delivery_failures (agency_id, endpoint_id, event_type, id, event_id, occurred_at, delivery_id, error, attempts, data)
    SELECT agency_id, id, 'order.created', uuidv7(- interval '1 minute' * n), uuidv7(), now(), uuidv7(), 'timeout', '{}', json_build_object('text', (SELECT string_agg(md5((n * i)::text), '') FROM generate_series(1, 30) i))
      FROM webhook_endpoints, generate_series(1, ${each}) n`);
  // Pages that another session still reads, such as an automatic ANALYZE, are not yet known to be visible to all.
  for (let isVisible = false; !isVisible; await sleep(50)) {
    await client.query('VACUUM (ANALYZE) publications, delivery_queue, delivery_failures');
    const filled = await client.query<{ name: string; is_visible: boolean }>(
      `SELECT relname AS name, relallvisible >= relpages AS is_visible FROM pg_class WHERE relkind = 'r' AND reltuples > 0 AND relname LIKE 'delivery_%'`,
    );
    full = new Set(filled.rows.map(({ name }) => name));
    isVisible = full.size > 1 && filled.rows.every(({ is_visible }) => is_visible);
  }
  [{ id: agencyId }] = (await client.query<{ id: string }>(`SELECT id FROM agencies WHERE name = 'Large'`)).rows as [{ id: string }];
}, 60_000);
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** What a piece of code sends that finds this agency and nothing else. Nothing is read or written. */
async function statementsOf(work: (sql: Sql) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const query = async <Row>(statement: Statement): Promise<Row[]> => {
    statements.push(statement);
    return (/LIMIT 100$/.test(statement.text) ? [{ id: agencyId }] : []) as Row[];
  };
  await work({ query }).catch(() => undefined);
  return statements;
}

const within = (work: (context: AnyContext) => Promise<unknown>) =>
  statementsOf((sql) => {
    const database = {
      ...sql,
      models,
      transaction: (inside: (transaction: Sql) => Promise<unknown>) => inside(sql),
    } as unknown as ModelDatabase;
    const data = new ScopedModels(database, new ScopedStatements(), new TenantScope(agencyId, []));
    return work({ ...problems, data, idempotency: withoutIdempotencyKey } as AnyContext);
  });

test.each(planners)('the quota of a key and the check of a new publication take one statement and few rows (%s)', async (planner) => {
  const works = [
    within((context) => getMe({}, context)),
    within((context) => createPublication({ body: { creator_id: 'c1', text: 'x' } }, context)),
  ];
  for (const work of works) {
    const statements = await work;
    expect(statements).toHaveLength(1);
    const plan = await explain(client, statements[0]!, planner);
    expect(plan.rowsRead, plan.text).toBeLessThanOrEqual(5);
  }
});

test.each(planners)('deliveries and failures are counted by their indexes, without their payloads (%s)', async (planner) => {
  const { signal } = new AbortController();
  const transacting = (sql: Sql) => ({ ...sql, models, transaction: () => Promise.reject(new Error()) });
  for (const [find, count] of [
    await statementsOf((sql) => limitPendingDeliveries(transacting(sql), signal, () => undefined)),
    await statementsOf((sql) => trimFailureRecords(sql, signal)),
  ]) {
    const found = await explain(client, find!, planner);
    expect(found.rowsRead, found.text).toBeLessThanOrEqual(10);
    const counted = await explain(client, count!, planner);
    expect(counted.scannedTables.filter((table) => full.has(table))).toEqual([]);
    expect(counted.text).toContain('Index Only Scan');
    expect(counted.text).not.toContain('Bitmap Heap Scan');
    expect(counted.rowsRead, counted.text).toBeLessThanOrEqual(each + 10);
  }
});

test('the count of pending deliveries stops at one more than the quota', async () => {
  await client.query('UPDATE agency_quotas SET pending_deliveries_allowed = 100');
  const { signal } = new AbortController();
  const [, count] = await statementsOf((sql) =>
    limitPendingDeliveries({ ...sql, transaction: () => Promise.reject(new Error()) }, signal, () => undefined),
  );
  const plan = await explain(client, count!, 'force_custom_plan');
  expect(plan.rowsRead, plan.text).toBeLessThanOrEqual(101 + 10);
});
