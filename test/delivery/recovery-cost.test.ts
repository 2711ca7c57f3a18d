import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkerPool, type WorkerPool } from '../../server/database/client/worker-pool.ts';
import { readRoles } from '../../server/database/client/roles.ts';
import { Outbox } from '../../server/events/outbox.ts';
import { recoverEvents } from '../../server/events/recovery.ts';
import { createTestDatabase } from '../support/database.ts';
import { StatementWatch } from '../support/statement-watch.ts';
import { useService, type Agency } from '../api/webhooks/fixture.ts';

const start = new Date(Date.now() - 3_600_000).toISOString();
const factCount = 1_000;

let watch: StatementWatch;
const newAgency = useService({
  async createDatabase() {
    const database = await createTestDatabase();
    watch = await StatementWatch.over(database.url);
    return database;
  },
});
let pool: WorkerPool;
beforeAll(async () => {
  const { service } = await newAgency();
  const url = service.config.databaseUrl!;
  pool = openWorkerPool(url, 2, () => undefined, new Set(), (await readRoles(url)).worker);
});
afterAll(async () => {
  await pool.close();
  await watch.close();
});

/** Orders of some fans, and the events of every other one. */
async function addOrders(agency: Agency, fans: number): Promise<void> {
  const values = [agency.id, factCount, start, fans];
  const run = (text: string) => agency.service.database.query({ text, values });
  await run(
    `INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, fan_id, amount_cents, created_at)
     SELECT $1, 'order ' || n, 'tip', 'ada', 'account-ada', 'fan ' || n % $4::int, n, $3::timestamptz + n * interval '7 milliseconds' FROM generate_series(1, $2::int) n`,
  );
  await run(
    `INSERT INTO webhook_events (agency_id, type, creator_id, occurred_at, data, subject, id)
     SELECT $1, 'order.created', 'ada', $3::timestamptz, json_build_object('id', 'order ' || n, 'account_id', 'account-ada', 'fan_id', 'fan ' || n % $4::int), 'fan ' || n % $4::int, uuidv7()
       FROM generate_series(1, $2::int, 2) n`,
  );
  await agency.service.database.query({ text: 'ANALYZE orders, webhook_events' });
}

/** Pages that all statements read. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  await watch.reset();
  await work();
  const [all] = await watch.costs('');
  return all.buffers;
}

describe(`${factCount} orders of one fan cost at most twice as much as those of 500 fans`, () => {
  const costs: Record<'dry run' | 'recovery', number>[] = [];
  beforeAll(async () => {
    for (const fans of [1, 500]) {
      const agency = await newAgency();
      const { id } = await agency.addEndpoint();
      await addOrders(agency, fans);
      const call = (body: object) => agency.call('POST', `/v1/webhooks/${id}/recoveries`, { body: { start, ...body } });
      const counts = { recorded_count: factCount / 2, reconstructed_count: factCount / 2 };
      const runDry = async () => expect((await call({ dry_run: true })).body).toMatchObject(counts);
      // The first one of a connection also reads the catalog.
      await runDry();
      const dryRun = await costOf(runDry);
      const { id: recoveryId } = (await call({})).body;
      const read = async () => (await agency.call('GET', `/v1/webhooks/${id}/recoveries/${recoveryId}`)).body;
      const recovery = await costOf(async () => {
        while ((await read()).ended_at === null)
          await recoverEvents(pool, new Outbox(), { endpointId: id }, new AbortController().signal, 0);
      });
      expect(await read()).toMatchObject({ status: 'completed', ...counts });
      costs.push({ 'dry run': dryRun, recovery });
    }
  }, 120_000);

  test.each(['dry run', 'recovery'] as const)('in a %s', (kind) => {
    const [ofOne, ofMany] = costs.map((cost) => cost[kind]) as [number, number];
    expect(ofOne).toBeGreaterThan(factCount / 10);
    expect(ofOne).toBeLessThan(2 * ofMany);
  });
});
