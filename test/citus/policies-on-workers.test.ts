import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { pendingOf, prepareDatabase } from '../../server/startup/prepare-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const citusUrls = inject('citusUrls');

describe.skipIf(!citusUrls)('a shard of a table on a worker', () => {
  let database: TestDatabase;
  let worker: pg.Client;
  let part: string;

  const steps = async () => (await pendingOf(database.ownerUrl)).steps;
  const policies = async () => {
    const { rows } = await worker.query<{ name: string }>(
      `SELECT polname AS name FROM pg_policy JOIN pg_class c ON c.oid = polrelid WHERE polrelid = '${part}'::regclass AND relrowsecurity ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    const [, workerUrl] = citusUrls!;
    worker = new pg.Client({ connectionString: Object.assign(new URL(workerUrl!), { pathname: new URL(database.url).pathname }).href });
    await worker.connect();
    await worker.query('SET citus.enable_manual_changes_to_shards = on; SET citus.override_table_visibility = off');
    const { rows } = await worker.query<{ part: string }>(
      `SELECT shard_name(logicalrelid, shardid) AS part FROM pg_dist_shard JOIN pg_dist_shard_placement USING (shardid)
        WHERE logicalrelid = 'sent_messages'::regclass AND nodeport = $1 ORDER BY 1 LIMIT 1`,
      [new URL(workerUrl!).port],
    );
    part = rows[0]!.part;
  });
  afterAll(async () => {
    await worker?.end();
    await database?.drop();
  });

  test('has the policies of its table', async () => {
    expect(await steps()).toEqual([]);
    expect(await policies()).toEqual(['limited_tenant_scope', 'tenant_scope', 'service']);
  });

  test.each([
    ['that lost a policy', () => `DROP POLICY limited_tenant_scope ON ${part}`],
    ['whose policies do not apply', () => `ALTER TABLE ${part} DISABLE ROW LEVEL SECURITY`],
    ['with another condition', () => `ALTER POLICY reach ON ${part} USING (true)`],
  ])('%s gets those of its table back at the next start', async (_, change) => {
    await worker.query(change());
    expect(await steps()).toEqual(['grants and policies']);
    await prepareDatabase(database.ownerUrl);
    expect(await steps()).toEqual([]);
    expect(await policies()).toEqual(['limited_tenant_scope', 'tenant_scope', 'service']);
  });
});
