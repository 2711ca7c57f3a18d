import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import { ScopedModels } from '../../server/access/scope/scoped-models.ts';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import type { Statement } from '../../server/database/client/sql.ts';
import { explainIncidents } from '../../server/entities/incident-causes.ts';
import type { ModelDatabase } from '../../server/orm/database.ts';
import { makeLargeAgency, type LargeAgency } from './large-agency.ts';
import { explain, models, planners } from './plans.ts';

let agency: LargeAgency;

beforeAll(async () => {
  agency = await makeLargeAgency();
  await agency.client.query(
    `INSERT INTO audit_log (id, agency_id, action, actor_kind, actor_name, subject_id, subject_name, creator_ids, details, request_id)
     SELECT uuidv7(- interval '1 second' * n), $1, 'failure.replayed', 'key', '', gen_random_uuid(), '', '{c1}', '{}', '' FROM generate_series(1, 20000) n`,
    [agency.agencyId],
  );
  await agency.client.query('VACUUM (ANALYZE) audit_log');
}, 120_000);
afterAll(() => agency.close());

/** The statements that read the causes of an incident that began an hour ago. Nothing is read. */
async function statementsOf(reach: TenantScope | null): Promise<Statement[]> {
  const statements: Statement[] = [];
  const query = <Row>(statement: Statement): Promise<Row[]> => {
    statements.push(statement);
    return Promise.resolve([]);
  };
  const data = reach
    ? new ScopedModels({ query, models } as unknown as ModelDatabase, new ScopedStatements(), reach)
    : { isScoped: false, query };
  const since = new Date(Date.now() - 3_600_000).toISOString();
  await explainIncidents(data, new Map([[agency.endpointId, { since, last_failed_at: new Date().toISOString(), errors: [] }]]));
  return statements;
}

const reaches = {
  'an operator': () => null,
  'a key': () => new TenantScope(agency.agencyId, []),
  'a limited key': () => new TenantScope(agency.agencyId, ['c1']),
};

describe.each(Object.keys(reaches) as (keyof typeof reaches)[])('the causes of an incident, for %s', (reach) => {
  test.each(planners)('are read in two statements from short ranges (%s)', async (planner) => {
    const statements = await statementsOf(reaches[reach]());
    expect(statements.length).toBe(2);
    for (const statement of statements) {
      const plan = await explain(agency.client, statement, planner);
      expect(plan.scannedTables, plan.text).toEqual([]);
      // Of the audit log 2,000 entries at most; of a type and kind of delivery 10.
      expect(plan.rowsRead, plan.text).toBeLessThanOrEqual(/audit_log/.test(statement.text) ? 2_100 : 200);
    }
  });
});
