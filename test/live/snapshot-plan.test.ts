import { afterAll, beforeAll, expect, test } from 'vitest';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import { prepareSettings } from '../../server/database/client/settings-query.ts';
import { rowsOf } from '../../server/database/client/run-statement.ts';
import type { ScopedSql, Statement } from '../../server/database/client/sql.ts';
import { readSnapshot } from '../../server/live/snapshot.ts';
import { startRig, type Rig } from '../delivery/rig.ts';
import { literalOf } from '../support/explained-plan.ts';

const endpoints = 4;
const backlog = 2_500;

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

/** Prepares the snapshot on a connection of its own, with one plan for all values. The result counts the pages that it then reads. */
async function prepareSnapshot(): Promise<() => Promise<number>> {
  const client = await rig.sql.pool.connect();
  await prepareSettings(client);
  const tenantScope = new TenantScope(rig.agencyId, []);
  const statements = new ScopedStatements();
  let execution = '';
  const query = async (scoped: Statement) => {
    const statement = statements.addScope(tenantScope, scoped);
    execution = `EXECUTE "${statement.name}" (${statement.values!.map(literalOf).join(', ')})`;
    return rowsOf<any>(client, statement);
  };
  await readSnapshot({ query, tenantScope } as ScopedSql);
  return async () => {
    await client.query('SET plan_cache_mode = force_generic_plan');
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT json) ${execution}`);
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    client.release(true);
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  };
}

test('a query for live streams that was planned for an almost empty queue reads no more of a long one', async () => {
  const ids: string[] = [];
  for (let n = 0; n < endpoints; n++) ids.push(await rig.addEndpoint({ url: 'http://127.0.0.1:9/' }));
  await rig.queue(ids[0]!, 3);
  await rig.rows('VACUUM (ANALYZE) delivery_queue');
  const pagesOfEarlyPlan = await prepareSnapshot();
  for (const id of ids) await rig.queue(id, backlog);
  const early = await pagesOfEarlyPlan();
  await rig.rows('VACUUM (ANALYZE) delivery_queue');
  const late = await (await prepareSnapshot())();
  expect(early).toBeLessThan(2 * late);
}, 60_000);
