import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createDatabase } from '../process/database.ts';
import { endProcesses, startProcess, waitUntil } from '../process/service-process.ts';
import { creator } from '../records/records.ts';
import { operatorOf } from '../sdk/clients.ts';

afterAll(endProcesses);

const OPERATOR_TOKEN = randomUUID();
const fans = 4_000;
const orders = 10_000;

test('an erasure whose process is killed between and within its steps is completed by the next process', { timeout: 240_000 }, async () => {
  const database = await createDatabase();
  const start = () => startProcess({ ...database.env, OPERATOR_TOKEN });
  let service = await start();
  let operator = operatorOf({ operatorUrl: service.operatorUrl, operatorToken: OPERATOR_TOKEN });
  const [{ id }, other] = [await operator.agencies.create({ name: 'Northlight' }), await operator.agencies.create({ name: 'Other' })];
  for (const agency_id of [id, other.id]) {
    await operator.records.ingest({ agency_id, records: [creator('c1')] });
    await database.query(
      `INSERT INTO fans (agency_id, account_id, fan_id, creator_id, subscription_status, is_online, related_at, tag_ids)
       SELECT $1, 'account-c1', 'f' || n, 'c1', 'interested', false, now(), '{}' FROM generate_series(1, ${fans}) n`,
      [agency_id],
    );
    await database.query(
      `INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, amount_cents, created_at)
       SELECT $1, 'o' || n, 'tip', 'c1', 'account-c1', 100, now() FROM generate_series(1, ${orders}) n`,
      [agency_id],
    );
  }
  const countOf = async (table: string, agencyId: string) =>
    Number((await database.query<{ count: string }>(`SELECT count(*) FROM ${table} WHERE agency_id = $1`, [agencyId]))[0]!.count);
  const stateOf = async (erasureId: string) =>
    (await database.query<{ step: number; status: string }>('SELECT step, status FROM erasures WHERE id = $1', [erasureId]))[0]!;

  const erasure = await operator.agencies.erase({ agency_id: id, agency_name: 'Northlight' });
  // Within the step of orders, and at a later one.
  const kills: (() => Promise<boolean>)[] = [
    async () => (await countOf('orders', id)) < orders,
    async () => (await countOf('fans', id)) < fans,
  ];
  for (const isReached of kills) {
    await waitUntil(isReached, 'the next part of the erasure', 60_000);
    await service.exitAfter('SIGKILL');
    const { status } = await stateOf(erasure.id!);
    expect(status).toBe('running');
    // Every batch was done with its progress or not at all: the counts are those of the rows that are gone.
    const [noted] = await database.query<{ counts: { table: string; count: number }[] }>('SELECT counts FROM erasures WHERE id = $1', [
      erasure.id,
    ]);
    const counted = (table: string) => noted!.counts.find((one) => one.table === table)?.count ?? 0;
    expect(counted('orders') + (await countOf('orders', id))).toBe(orders);
    expect(counted('fans') + (await countOf('fans', id))).toBe(fans);
    service = await start();
    operator = operatorOf({ operatorUrl: service.operatorUrl, operatorToken: OPERATOR_TOKEN });
  }
  await waitUntil(
    async () => (await database.query('SELECT 1 FROM agencies WHERE id = $1', [id])).length === 0,
    'the last table of the first pass',
    120_000,
  );
  for (const table of ['orders', 'fans', 'creators', 'agency_quotas']) {
    expect({ table, count: await countOf(table, id) }).toEqual({ table, count: 0 });
  }
  expect(await countOf('orders', other.id)).toBe(orders);
  expect(await countOf('fans', other.id)).toBe(fans);
  const isCompleted = async () => {
    // The last pass would begin half a minute later.
    await database.query(`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()`);
    return (await operator.erasures.get({ erasure_id: erasure.id! })).status === 'completed';
  };
  await waitUntil(isCompleted, 'the end', 120_000);
  await service.exitAfter('SIGTERM');
  await database.drop();
});
