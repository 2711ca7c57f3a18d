import { expect, test } from 'vitest';
import type { Sql } from '../../server/database/client/sql.ts';
import { creator } from '../records/records.ts';
import { startService } from '../support/service.ts';
import { carryOut, workerOf } from './erasure-fixture.ts';

const orders = 30_000;
/** As docs/retention.md has it. */
const longestBatchMs = 2_000;

test('the erasure of an agency with 30,000 orders takes batches of up to 1,000 rows, none longer than two seconds', async () => {
  const service = await startService({ delivers: false });
  const worker = await workerOf(service);
  try {
    const agency = await service.createAgency();
    await agency.ingest([creator('c1')]);
    await service.database.query({
      text: `INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, fan_id, amount_cents, created_at)
             SELECT $1, 'o' || n, 'tip', 'c1', 'account-c1', 'f' || n % 1000, 100, now() - n * interval '1 minute' FROM generate_series(1, ${orders}) n`,
      values: [agency.id],
    });
    const { name } = (await service.operator('GET', `/operator/v1/agencies/${agency.id}`)).body as { name: string };
    const { body } = await service.operator('POST', `/operator/v1/agencies/${agency.id}/erasure`, { agency_name: name });
    const durations: number[] = [];
    const measured = {
      query: <Row>(statement: Parameters<Sql['query']>[0]) => worker.query<Row>(statement),
      async transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
        const startedAt = performance.now();
        const result = await worker.transaction(work);
        durations.push(performance.now() - startedAt);
        return result;
      },
    };
    const startedAt = performance.now();
    await carryOut(measured, body.id as string);
    const seconds = (performance.now() - startedAt) / 1_000;
    console.log(
      `${orders} orders: ${seconds.toFixed(1)} s, ${durations.length} transactions, longest ${Math.max(...durations).toFixed(0)} ms`,
    );
    expect((await service.operator('GET', `/operator/v1/erasures/${body.id as string}`)).body).toMatchObject({
      status: 'completed',
      counts: expect.arrayContaining([{ table: 'orders', count: orders }]),
    });
    expect(durations.length).toBeGreaterThan(orders / 1_000);
    expect(Math.max(...durations)).toBeLessThan(longestBatchMs);
  } finally {
    await worker.close();
    await service.close();
  }
});
