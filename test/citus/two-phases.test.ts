import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { creator, order } from '../records/records.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';

const citusUrls = inject('citusUrls');

/** The name that Citus gives a transaction of the coordinator, which has ended, on a worker. */
const gid = 'citus_0_4000000_1_1';

describe.skipIf(!citusUrls)('an order whose commit was cut off between its two phases', () => {
  let database: TestDatabase;
  let service: TestService;
  let agency: TestAgency;
  let coordinator: pg.Client;

  const session = async (nodeUrl: string) => {
    const url = Object.assign(new URL(nodeUrl), { pathname: new URL(database.url).pathname });
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    return client;
  };
  const read = async (id: string) => (await service.request('GET', `/v1/orders/${id}`, { key: agency.key })).status;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startService({ delivers: false, createDatabase: () => Promise.resolve(database) });
    agency = await service.createAgency();
    await agency.ingest([creator('c1'), order('before', 'c1')]);
    coordinator = await session(citusUrls![0]!);
    // Citus ends such transactions every minute, behind this lock.
    await coordinator.query('BEGIN; LOCK TABLE pg_dist_transaction IN SHARE UPDATE EXCLUSIVE MODE');

    const administrator = await session(citusUrls![0]!);
    const { rows } = await administrator.query(
      `SELECT shard_name('orders', shardid) AS part, nodeport AS port, groupid AS "group" FROM pg_dist_shard_placement JOIN pg_dist_node USING (nodename, nodeport)
        WHERE shardid = get_shard_id_for_distribution_column('orders', $1::uuid)`,
      [agency.id],
    );
    const { part, port, group } = rows[0];
    const worker = await session(citusUrls!.find((url) => new URL(url).port === String(port))!);
    await worker.query('BEGIN');
    await worker.query(
      `INSERT INTO ${part} SELECT (jsonb_populate_record(o, '{"id": "half"}')).* FROM ${part} o WHERE agency_id = '${agency.id}' AND id = 'before'`,
    );
    await worker.query(`PREPARE TRANSACTION '${gid}'`);
    await worker.end();
    await administrator.query('INSERT INTO pg_dist_transaction (groupid, gid) VALUES ($1, $2)', [group, gid]);
    await administrator.end();
  });
  afterAll(async () => {
    await coordinator?.end();
    await service?.close();
  });

  test('is not visible and blocks only changes of the same rows until Citus ends the commit', async () => {
    expect(await read('half')).toBe(404);
    let isAnswered = false;
    const changing = agency.ingest([order('half', 'c1')]).finally(() => (isAnswered = true));
    expect(await agency.ingest([order('another', 'c1')])).toMatchObject({ created: 1 });
    expect(isAnswered).toBe(false);

    await coordinator.query('COMMIT');
    await coordinator.query('SELECT recover_prepared_transactions()');
    expect(await changing).toEqual({ created: 0, updated: 0, unchanged: 1 });
    expect([await read('half'), await read('another')]).toEqual([200, 200]);
  });
});
