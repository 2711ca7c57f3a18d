import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { maintainPartitions } from '../../server/database/partitions/maintain-partitions.ts';
import { migrate } from '../../server/database/migrate/migrate.ts';
import { dailyTables, planPartitions, readClock, readPartitions } from '../../server/database/partitions/partitions.ts';
import type { LeasedDelivery } from '../../server/delivery/claim/leased-delivery.ts';
import { writableBatch, write, type FinishedAttempt } from '../../server/delivery/record/record.ts';
import { openWorkerPool, type WorkerPool } from '../../server/database/client/worker-pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const never = new AbortController().signal;

describe('the plan', () => {
  const at = (instant: string) => planPartitions(Date.parse(instant));

  test('a day begins at midnight in UTC', () => {
    const before = at('2026-03-29T23:59:59.999Z');
    const after = at('2026-03-30T00:00:00.000Z');
    expect(after.needed.slice(0, -1)).toEqual(before.needed.slice(1));
    expect([before.oldestKept, after.oldestKept]).toEqual(['2026-02-26', '2026-02-27']);
  });

  test('partitions cover the oldest visible row to two weeks from now, across ends of months and years', () => {
    const { needed, oldestKept } = at('2028-01-20T12:00:00.000Z');
    expect([oldestKept, needed[0], needed.at(-1)]).toEqual(['2027-12-20', '2027-12-20', '2028-02-03']);
    expect(needed).toHaveLength(46);
    expect(new Set(needed.map((day, index) => (index === 0 ? dayMs : Date.parse(day) - Date.parse(needed[index - 1]!))))).toEqual(
      new Set([dayMs]),
    );
  });
});

let database: TestDatabase;
let sql: WorkerPool;
let now: number;
const reading: pg.Client[] = [];
const rows = <Row = Record<string, any>>(text: string, values: readonly unknown[] = []) => sql.query<Row>({ text, values });

/** Days of partitions that take rows, by table; and those of partitions that were taken out, or half. */
async function daysOf(): Promise<{ attached: Record<string, string[]>; leftOver: string[] }> {
  const partitions = await readPartitions(sql);
  const attached = Object.fromEntries(
    dailyTables.map((table) => [
      table,
      partitions.filter((partition) => partition.table === table && !partition.isDetached && !partition.isPending).map(({ day }) => day),
    ]),
  );
  return { attached, leftOver: partitions.filter(({ isDetached, isPending }) => isDetached || isPending).map(({ name }) => name) };
}

const planned = (at: number) => ({
  attached: Object.fromEntries(dailyTables.map((table) => [table, [...planPartitions(at).needed]])),
  leftOver: [],
});

/** A long-running reader of the table, like a dump. */
async function readFor(table: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  reading.push(client);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await client.query(`SELECT count(*) FROM ${table}`);
  return client;
}

const insertEvent = (id = 'uuidv7()') =>
  rows<{ id: string; partition: string }>(
    `INSERT INTO webhook_events (agency_id, id, type, occurred_at, data) VALUES (uuidv7(), ${id}, 'ping', now(), '{}')
     RETURNING id, tableoid::regclass::text AS partition`,
  );

const nameOf = (table: string, ms: number) => `${table}_${new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** The oldest day's events are on their way out, which their readers hold up. */
const isWaitingForReaders = async () => (await readPartitions(sql)).some(({ table, isPending }) => table === 'webhook_events' && isPending);

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 500; n++) {
    if (await isSo()) return;
    await sleep(20);
  }
  throw new Error('it did not come about within ten seconds');
}

const endKeeper = () =>
  rows(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'agency-service partitions' AND datname = current_database()`,
  );

describe('those of a database', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    sql = openWorkerPool(database.url, 4, () => undefined);
  });
  afterAll(async () => {
    await sql.close();
    await database.drop();
  });
  beforeEach(async () => {
    now = await readClock(sql);
    // Each test begins on the day to which the one before has come, as long as today’s rows are retained.
    const last = (await readPartitions(sql))
      .map(({ day }) => day)
      .toSorted()
      .at(-1)!;
    while (planPartitions(now).needed.at(-1)! < last) now += dayMs;
    await maintainPartitions(database.url, never, now);
  });
  afterEach(async () => {
    await Promise.all(reading.splice(0).map((client) => client.end()));
    for (const table of [...dailyTables, 'delivery_queue', 'delivery_minutes']) await rows(`DELETE FROM ${table}`);
  });

  test('a migrated database has the days of the plan, and maintenance on the same day changes nothing', async () => {
    const later = now + 5 * dayMs;
    await migrate(database.url, { now: later });
    expect((await daysOf()).attached).toEqual(
      Object.fromEntries(
        dailyTables.map((table) => [table, [...new Set([...planPartitions(now).needed, ...planPartitions(later).needed])]]),
      ),
    );
    expect(await maintainPartitions(database.url, never, later)).toHaveLength(3 * 5);
    expect(await daysOf()).toEqual(planned(later));
    expect(await maintainPartitions(database.url, never, later)).toEqual([]);
    expect(await daysOf()).toEqual(planned(later));
  });

  test('a row is in the partition of the day of its id, to the millisecond', async () => {
    const midnight = Math.ceil(now / dayMs) * dayMs;
    const first = `first_id_at('${new Date(midnight).toISOString()}')`;
    const last = `(left(first_id_at('${new Date(midnight - 1).toISOString()}')::text, 13) || '-ffff-ffff-ffffffffffff')::uuid`;
    const [next] = await insertEvent(first);
    const [today] = await insertEvent(last);
    expect([today!.partition, next!.partition]).toEqual([nameOf('webhook_events', midnight - 1), nameOf('webhook_events', midnight)]);
  });

  test('at the end of a day, one partition is created and the oldest is dropped', async () => {
    const oldest = planPartitions(now).oldestKept;
    await insertEvent(`id_at('${oldest}T12:00:00Z')`);
    const dropped = await maintainPartitions(database.url, never, now + dayMs);
    expect(dropped.sort()).toEqual(dailyTables.map((table) => nameOf(table, Date.parse(oldest))).sort());
    expect(await daysOf()).toEqual(planned(now + dayMs));
    expect(await rows('SELECT id FROM webhook_events')).toEqual([]);
  });

  test('a partition that was made and not yet attached is attached', async () => {
    const ahead = now + 15 * dayMs;
    const name = nameOf('delivery_history', ahead);
    await rows(`CREATE TABLE ${name} (LIKE delivery_history INCLUDING ALL)`);
    await maintainPartitions(database.url, never, now + dayMs);
    expect(await daysOf()).toEqual(planned(now + dayMs));
  });

  test('processes that keep partitions and start at the same time do not get in each other’s way', async () => {
    const later = now + 3 * dayMs;
    const dropped = await Promise.all([
      ...Array.from({ length: 4 }, () => maintainPartitions(database.url, never, later)),
      migrate(database.url, { now: later }).then((): string[] => []),
      migrate(database.url, { now: later }).then((): string[] => []),
    ]);
    expect(new Set(dropped.flat()).size).toBe(9);
    expect(dropped.flat()).toHaveLength(9);
    expect(await daysOf()).toEqual(planned(later));
  });

  test('a pending delivery keeps its payload when the partition of its event is dropped', async () => {
    const [old] = await insertEvent(`id_at('${planPartitions(now).oldestKept}T12:00:00Z')`);
    const [young] = await insertEvent();
    const agencies = await rows<{ id: string; agency_id: string }>('SELECT id, agency_id FROM webhook_events');
    for (const { id, agency_id } of agencies) {
      await rows(
        `INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, occurred_at, generation) VALUES ($1, uuidv7(), 'ping', $2, now(), 1)`,
        [agency_id, id],
      );
    }
    await maintainPartitions(database.url, never, now + dayMs);
    expect(new Map((await rows('SELECT event_id, data FROM delivery_queue')).map(({ event_id, data }) => [event_id, data]))).toEqual(
      new Map([
        [old!.id, {}],
        [young!.id, null],
      ]),
    );
  });

  test('a long read keeps an old day, and blocks no write', async () => {
    const dump = await readFor('webhook_events');
    const keeping = maintainPartitions(database.url, never, now + dayMs);
    await until(isWaitingForReaders);
    const startedAt = Date.now();
    await insertEvent();
    await rows('SELECT count(*) FROM webhook_events');
    expect(Date.now() - startedAt).toBeLessThan(2_000);
    await dump.query('COMMIT');
    expect(await keeping).toHaveLength(3);
    expect(await daysOf()).toEqual(planned(now + dayMs));
  });

  test('a partially detached partition is dropped by the next run, and inserts succeed in between', async () => {
    const dump = await readFor('webhook_events');
    const keeping = maintainPartitions(database.url, never, now + dayMs).catch((error: Error) => error);
    await until(isWaitingForReaders);
    await endKeeper();
    expect(await keeping).toBeInstanceOf(Error);
    const oldest = nameOf('webhook_events', Date.parse(planPartitions(now).oldestKept));
    expect(await readPartitions(sql)).toContainEqual(expect.objectContaining({ name: oldest, isPending: true, isDetached: false }));
    await insertEvent();
    await dump.query('COMMIT');
    expect(await maintainPartitions(database.url, never, now + dayMs)).toContain(oldest);
    expect(await daysOf()).toEqual(planned(now + dayMs));
  });

  test('a detached partition is dropped by the next run', async () => {
    const oldest = nameOf('delivery_failures', Date.parse(planPartitions(now).oldestKept));
    await rows(`ALTER TABLE delivery_failures DETACH PARTITION ${oldest}`);
    expect(await maintainPartitions(database.url, never, now + dayMs)).toContain(oldest);
    expect(await daysOf()).toEqual(planned(now + dayMs));
  });

  test('a second process creates future partitions while the first one waits for a reader to drop old ones', async () => {
    const dump = await readFor('webhook_events');
    const first = maintainPartitions(database.url, never, now + dayMs);
    await until(isWaitingForReaders);
    expect(await maintainPartitions(database.url, never, now + 2 * dayMs)).toEqual([]);
    expect((await daysOf()).attached['delivery_failures']).toContain(planPartitions(now + 2 * dayMs).needed.at(-1));
    await dump.query('COMMIT');
    expect(await first).toHaveLength(3);
  });

  test('aborting ends it between two days', async () => {
    const aborted = AbortSignal.abort(new Error('stopping'));
    await expect(maintainPartitions(database.url, aborted, now + dayMs)).rejects.toThrow();
    expect((await daysOf()).leftOver).toEqual([]);
  });
});

describe('those of a database of its own', () => {
  beforeEach(async () => {
    database = await createTestDatabase();
    sql = openWorkerPool(database.url, 4, () => undefined);
    return async () => {
      await sql.close();
      await database.drop();
    };
  });

  test('a batch of outcomes with a delivery that is older than every day is written, that one without a row in history', async () => {
    const held = await rows<{ deliveryId: string; agencyId: string; endpointId: string }>(`
      INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, id, event_id, occurred_at, generation, lease, attempt_count)
      SELECT uuidv7(), uuidv7(), 'ping', id_at(now() - age), uuidv7(), now(), 1, 1, 1 FROM unnest('{40 days,29 days,0 days}'::interval[]) age
      RETURNING id AS "deliveryId", agency_id AS "agencyId", endpoint_id AS "endpointId"`);
    const batch = (status: 'delivered' | 'failed') =>
      held.map(({ deliveryId, agencyId, endpointId }): FinishedAttempt => ({
        delivery: { deliveryId, eventType: 'ping', lease: 1, attempt: 1, data: '{}', target: { agencyId, endpointId } } as LeasedDelivery,
        status,
        error: status === 'failed' ? 'timeout' : null,
        attempt: null,
        retryDelayMs: null,
        endedAt: 0,
      }));
    await write(sql, writableBatch([batch('delivered')[0]!, batch('failed')[1]!, batch('delivered')[2]!], 0));
    expect(await rows('SELECT id FROM delivery_queue')).toEqual([]);
    expect(await rows('SELECT id FROM delivery_history ORDER BY id')).toEqual(held.slice(1).map(({ deliveryId }) => ({ id: deliveryId })));
    expect(await rows('SELECT delivery_id FROM delivery_failures')).toEqual([{ delivery_id: held[1]!.deliveryId }]);
    expect(await rows('SELECT sum(delivered_count)::int AS delivered, sum(failed_count)::int AS failed FROM delivery_minutes')).toEqual([
      { delivered: 2, failed: 1 },
    ]);
  });

  test('where partitions were not maintained for long, missing ones are created and old ones are dropped', async () => {
    const later = (await readClock(sql)) + 50 * dayMs;
    expect(await maintainPartitions(database.url, never, later)).toHaveLength(3 * 46);
    expect(await daysOf()).toEqual(planned(later));
  });
});
