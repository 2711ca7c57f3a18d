import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql, Statement } from '../../server/database/client/sql.ts';
import type { ModelDatabase } from '../../server/orm/database.ts';
import { OperatorModels } from '../../server/orm/operator-models.ts';
import { claimDuePublications, oldestUnclaimedSeconds } from '../../server/publications/claim.ts';
import { problems } from '../../server/problems/problem.ts';
import { applyPublicationReport } from '../../server/publications/report.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { explain, models, planners } from './plans.ts';

const each = 15_000;
const limit = 20;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    INSERT INTO agencies (name) VALUES ('Large');
    INSERT INTO creators (agency_id, id, name, account_id) SELECT id, 'c1', 'c1', 'a1' FROM agencies;
    INSERT INTO publications (agency_id, creator_id, text, status, created_at, scheduled_at, leased_until)
    SELECT a.id, 'c1', 'x', CASE kind WHEN 0 THEN 'published' ELSE 'scheduled' END, now() - interval '1 day' - interval '1 second' * n,
           CASE kind WHEN 2 THEN now() + interval '1 day' * n END, CASE kind WHEN 1 THEN now() + interval '10 minutes' ELSE '-infinity' END
      FROM agencies a, generate_series(0, 2) kind, generate_series(1, ${each}) n;
    INSERT INTO publications (agency_id, creator_id, text, status)
    SELECT id, 'c1', 'due', 'scheduled' FROM agencies, generate_series(1, ${5 * limit})`);
  await client.query('VACUUM (ANALYZE) publications');
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** What a piece of code sends. Nothing is read or written. */
async function statementsOf(work: (sql: Sql) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const query = async <Row>(statement: Statement): Promise<Row[]> => {
    statements.push(statement);
    return [];
  };
  await work({ query }).catch(() => undefined);
  return statements;
}

const id = '0198f0ab-62d3-7e58-b1f4-8c0a5d7e9b36';

test.each(planners)('due publications are found without reading leased, future or finished ones (%s)', async (planner) => {
  const works = [(sql: Sql) => claimDuePublications(sql, { limit, leaseSeconds: 60 }), (sql: Sql) => oldestUnclaimedSeconds(sql)];
  for (const work of works) {
    const [statement] = await statementsOf(work);
    const plan = await explain(client, statement!, planner);
    expect(plan.scannedTables, plan.text).toEqual([]);
    expect(plan.indexes, plan.text).toContain('publications_due');
    // Found, and written.
    expect(plan.rowsRead, plan.text).toBeLessThanOrEqual(3 * limit);
  }
});

test.each(planners)('a report finds its publication by an index of the id (%s)', async (planner) => {
  const statements = await statementsOf((sql) => {
    const data = new OperatorModels({ ...sql, models } as ModelDatabase);
    return applyPublicationReport(data, id, { leaseId: id, status: 'published' }, problems);
  });
  expect(statements).toHaveLength(2);
  for (const statement of statements) {
    const plan = await explain(client, statement, planner);
    expect(plan.scannedTables, plan.text).toEqual([]);
    expect(plan.indexes, plan.text).toEqual(['publications_by_id']);
  }
});
