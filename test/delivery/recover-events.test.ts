import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWorkerPool, type WorkerPool } from '../../server/database/client/worker-pool.ts';
import { readRoles } from '../../server/database/client/roles.ts';
import { Outbox } from '../../server/events/outbox.ts';
import { addMissingRecoveryJobs, recoverEvents } from '../../server/events/recovery.ts';
import type { Statement, TransactingSql } from '../../server/database/client/sql.ts';
import { useService, orderRecord, type Agency } from '../api/webhooks/fixture.ts';

const newAgency = useService({ delivers: false });
const path = (id: string) => `/v1/webhooks/${id}/recoveries`;
const start = new Date(Date.now() - 3_600_000).toISOString();
const outbox = new Outbox();
const neverStops = new AbortController().signal;

let agency: Agency;
let pool: WorkerPool;
let id: string;
beforeAll(async () => {
  agency = await newAgency();
  const url = agency.service.config.databaseUrl!;
  const { worker } = await readRoles(url);
  pool = openWorkerPool(url, 4, () => undefined, new Set(), worker);
});
afterAll(() => pool.close());
afterEach(async () => {
  await rows('DELETE FROM webhook_endpoints');
  await rows('SELECT graphile_worker.complete_jobs(array_agg(id))::text AS done FROM graphile_worker.jobs');
  for (const table of ['webhook_recoveries', 'delivery_queue', 'webhook_events', 'orders']) await rows(`DELETE FROM ${table}`);
});

const rows = <Row = never>(text: string, ...values: unknown[]) => agency.service.database.query<Row>({ text, values });
/** Orders without an event, several of them in each millisecond. */
const addOrders = (count: number) =>
  rows(
    `INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, fan_id, amount_cents, created_at)
     SELECT $1, 'order ' || n, 'tip', 'ada', 'account-ada', 'fan ' || n % 10, n, $3::timestamptz + n / 7 * interval '1 millisecond' FROM generate_series(1, $2::int) n`,
    agency.id,
    count,
    start,
  );
const request = async (endpointId = id) => {
  const answer = await agency.call('POST', path(endpointId), { body: { start } });
  expect(answer.status).toBe(202);
  return answer.body.id as string;
};
const read = async (recoveryId: string, endpointId = id) => (await agency.call('GET', `${path(endpointId)}/${recoveryId}`)).body;
const batch = (database: TransactingSql = pool, endpointId = id) => recoverEvents(database, outbox, { endpointId }, neverStops, 0);
const isOpen = async () =>
  (await rows<{ open: boolean }>('SELECT EXISTS (SELECT FROM webhook_recoveries WHERE ended_at IS NULL) AS open'))[0]!.open;
async function runAll(run: () => Promise<unknown> = () => batch()): Promise<void> {
  while (await isOpen()) await run();
}
const queued = () =>
  rows<{ order_id: string; endpoint_id: string; event_id: string; is_reconstructed: boolean | null }>(
    `SELECT ev.data ->> 'id' AS order_id, q.endpoint_id, q.event_id, q.is_reconstructed
       FROM delivery_queue q JOIN webhook_events ev ON ev.id = q.event_id ORDER BY q.id`,
  );
const jobs = () => rows<{ key: string }>(`SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'recover_events'`);

/** A process that dies before the commit of its batch, after everything else of it. */
const dying: TransactingSql = {
  query: (statement) => pool.query(statement),
  transaction: (work) =>
    pool.transaction(async (sql) => {
      await work(sql);
      throw new Error('killed');
    }),
};
/** One that dies right after the commit, before it adds the next job. */
const dyingLater: TransactingSql = {
  query: () => Promise.reject(new Error('killed')),
  transaction: (work) => pool.transaction(work),
};

describe('a recovery', () => {
  test('queues each event once, oldest first, although its job dies, runs again, and runs in parallel', async () => {
    const { id: first } = await agency.addEndpoint();
    id = first;
    await addOrders(1_203);
    const recoveryId = await request();
    let deaths = 0;
    const dies = (database: TransactingSql) =>
      batch(database).catch((error: unknown) => ((deaths += 1), expect(error).toMatchObject({ message: 'killed' })));
    await dies(dying);
    expect(await read(recoveryId)).toMatchObject({ status: 'queued', reconstructed_count: 0 });
    await dies(dyingLater);
    expect(await read(recoveryId)).toMatchObject({ status: 'running' });
    await runAll(() => Promise.all([dies(dying), batch(), dies(dyingLater), batch()]));
    expect(deaths).toBeGreaterThan(4);
    const deliveries = await queued();
    expect(deliveries.map(({ order_id }) => Number(order_id.slice(6)))).toHaveLength(1_203);
    expect(new Set(deliveries.map(({ order_id }) => order_id)).size).toBe(1_203);
    expect(deliveries.every(({ is_reconstructed }) => is_reconstructed === true)).toBe(true);
    const byEvent = deliveries.map(({ event_id }) => event_id);
    expect(byEvent).toEqual(byEvent.toSorted());
    expect(await rows('SELECT 1 AS one FROM webhook_events')).toHaveLength(1_203);
    expect(await read(recoveryId)).toMatchObject({
      status: 'completed',
      recorded_count: 0,
      reconstructed_count: 1_203,
      delivered_count: 0,
    });
  });

  test('counts in a dry run what it queues, and nothing after that', async () => {
    ({ id } = await agency.addEndpoint());
    await addOrders(1_045);
    const dryRun = async () => (await agency.call('POST', path(id), { body: { start, dry_run: true } })).body;
    const wanted = { recorded_count: 0, reconstructed_count: 1_045, delivered_count: 0, has_more: false };
    expect(await dryRun()).toMatchObject(wanted);
    const recoveryId = await request();
    await runAll();
    expect(await read(recoveryId)).toMatchObject(wanted);
    expect(await dryRun()).toMatchObject({ recorded_count: 0, reconstructed_count: 0, delivered_count: 1_045 });
    const again = await request();
    await runAll();
    expect(await read(again)).toMatchObject({ status: 'completed', reconstructed_count: 0, delivered_count: 1_045 });
    expect(await queued()).toHaveLength(1_045);
  });

  test('of two endpoints at once makes one event of each fact', async () => {
    const endpoints = await Promise.all([agency.addEndpoint(), agency.addEndpoint()]);
    await addOrders(700);
    for (const endpoint of endpoints) await request(endpoint.id);
    await runAll(() => Promise.all(endpoints.map((endpoint) => batch(pool, endpoint.id))));
    expect(await rows('SELECT 1 AS one FROM webhook_events')).toHaveLength(700);
    const deliveries = await queued();
    for (const endpoint of endpoints) {
      const own = deliveries.filter(({ endpoint_id }) => endpoint_id === endpoint.id);
      expect(new Set(own.map(({ event_id }) => event_id)).size).toBe(700);
      expect(own).toHaveLength(700);
    }
  });

  test('waits for the earlier one of its endpoint, and stops where that is disabled', async () => {
    ({ id } = await agency.addEndpoint());
    await addOrders(600);
    const [first, second] = [await request(), await request()];
    expect(await jobs()).toEqual([{ key: `recover_events:${id}` }]);
    await batch();
    expect([(await read(first)).status, (await read(second)).status]).toEqual(['running', 'queued']);
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
    await runAll();
    for (const each of [first, second]) expect(await read(each)).toMatchObject({ status: 'stopped', ended_at: expect.any(String) });
    const before = (await queued()).length;
    expect(before).toBeLessThan(600);
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'active' } });
    const rest = await request();
    await runAll();
    expect(await read(rest)).toMatchObject({ status: 'completed', reconstructed_count: 600 - before });
    expect(await queued()).toHaveLength(600);
  });

  test('queues nothing more once it is cancelled, also during a batch, and the next one of its endpoint starts', async () => {
    ({ id } = await agency.addEndpoint());
    await addOrders(1_200);
    const [first, second] = [await request(), await request()];
    await batch();
    await batch();
    await batch();
    const during: TransactingSql = {
      query: (statement) => pool.query(statement),
      transaction: (work) =>
        pool.transaction(async (sql) => {
          const cancelling = {
            query: async <Row = never>(statement: Statement): Promise<Row[]> => {
              if (statement.text.includes('SET status = $4')) {
                expect((await agency.call('DELETE', `${path(id)}/${first}`)).body.status).toBe('stopped');
              }
              return sql.query<Row>(statement);
            },
          };
          return work(cancelling);
        }),
    };
    const before = await read(first);
    await batch(during);
    expect(await read(first)).toEqual({ ...before, status: 'stopped', ended_at: expect.any(String) });
    expect(await queued()).toHaveLength(before.reconstructed_count as number);
    expect(await jobs()).toEqual([{ key: `recover_events:${id}` }]);
    await runAll();
    expect(await read(first)).toMatchObject({ status: 'stopped' });
    expect(await read(second)).toMatchObject({ status: 'completed' });
    expect(await queued()).toHaveLength(1_200);
  });

  test('continues in halves where a batch takes the database too long, and fails only where one fact does', async () => {
    ({ id } = await agency.addEndpoint());
    await addOrders(700);
    const refuseMoreThan = (most: number) =>
      rows(`CREATE OR REPLACE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
              IF (SELECT count(*) FROM added) > ${most} THEN RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = '57014'; END IF;
              RETURN NULL; END $$`);
    await refuseMoreThan(100);
    await rows(
      'CREATE TRIGGER refuse_many AFTER INSERT ON webhook_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()',
    );
    try {
      const recoveryId = await request();
      await batch();
      await batch();
      await batch();
      expect(await read(recoveryId)).toMatchObject({ status: 'queued' });
      await batch();
      expect(await read(recoveryId)).toMatchObject({ status: 'running' });
      expect(await rows('SELECT 1 AS one FROM webhook_events')).toHaveLength(62);
      await runAll();
      expect(await read(recoveryId)).toMatchObject({ status: 'completed', reconstructed_count: 700 });
      expect(await queued()).toHaveLength(700);

      await rows('DELETE FROM delivery_queue');
      await rows('DELETE FROM webhook_events');
      await refuseMoreThan(0);
      await request();
      let refusals = 0;
      for (let tries = 0; tries < 12; tries++)
        await batch().catch((error: unknown) => ((refusals += 1), expect(error).toMatchObject({ code: '57014' })));
      expect(refusals).toBe(4);
    } finally {
      await rows('DROP TRIGGER refuse_many ON webhook_events');
    }
  });

  test('gets another job where its job was lost', async () => {
    ({ id } = await agency.addEndpoint());
    await request();
    await rows('SELECT graphile_worker.complete_jobs(array_agg(id))::text AS done FROM graphile_worker.jobs');
    await addMissingRecoveryJobs(pool);
    expect(await jobs()).toEqual([{ key: `recover_events:${id}` }]);
    await runAll();
  });

  test('leaves facts whose event is recorded, also when their fan became known later', async () => {
    ({ id } = await agency.addEndpoint());
    const { id: other } = await agency.addEndpoint();
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
    const created_at = new Date(Date.parse(start) + 1).toISOString();
    await agency.ingest([{ ...orderRecord('known later', null), created_at }]);
    await agency.ingest([{ ...orderRecord('known later', 'fan-1'), created_at }]);
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'active' } });
    const recoveryId = await request();
    await runAll();
    expect(await read(recoveryId)).toMatchObject({ recorded_count: 1, reconstructed_count: 0 });
    expect((await queued()).map(({ endpoint_id }) => endpoint_id)).toEqual([other, id]);
  });
});
