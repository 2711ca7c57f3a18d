import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maintainPartitions } from '../../server/database/partitions/maintain-partitions.ts';
import { dailyTables, planPartitions } from '../../server/database/partitions/partitions.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService } from '../support/service.ts';
import { StatementWatch } from '../support/statement-watch.ts';
import { Load } from './load.ts';
import { startRig, type Rig } from './rig.ts';

const oldRowCount = Number(process.env.OLD_ROWS ?? 50_000);

const dayMs = 24 * 60 * 60 * 1_000;

let database: TestDatabase;
let watch: StatementWatch;
let rig: Rig;
/** Days that have passed for the partitions, while the database's own clock stays. */
let daysPassed = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  watch = await StatementWatch.over(database.url);
  // The run's template may be of the day before.
  await maintainPartitions(database.url, new AbortController().signal, inDays(0));
  rig = await startRig(database);
  rig.deliver({ retrySchedule: [300, 300, 300] });
});
afterAll(async () => {
  await watch.close();
  await rig.close();
});

/** The tests are of one day, although midnight may pass meanwhile. */
const startedAt = Date.now();
const inDays = (days: number) => startedAt + days * dayMs;

/** What the hourly job does on the next day. Answers with the tables that it dropped. */
const passDay = () => maintainPartitions(database.url, new AbortController().signal, inDays(++daysPassed));

const namesOf = (day: string) => dailyTables.map((table) => `${table}_${day.replaceAll('-', '')}`).sort();
/** The day that goes when the next one passes. */
const oldestDay = () => planPartitions(inDays(daysPassed)).oldestKept;
const newestNames = () => namesOf(planPartitions(inDays(daysPassed)).needed.at(-1)!);

const attached = async () =>
  (await rig.rows<{ name: string }>(`SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE NOT inhdetachpending`)).map(
    ({ name }) => name,
  );

async function openSession(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Locks every table as pg_dump does, until the session ends. */
async function beginDump(): Promise<pg.Client> {
  const client = await openSession();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  const { rows } = await client.query<{ tables: string }>(
    `SELECT string_agg(oid::regclass::text, ', ') AS tables FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
  );
  await client.query(`LOCK TABLE ${rows[0]!.tables} IN ACCESS SHARE MODE`);
  return client;
}

const isTakingOut = 'SELECT FROM pg_inherits WHERE inhdetachpending';

test('partitions are created and dropped under load, and the locks of a dump delay neither publishers nor deliveries', async () => {
  const depth = 200;
  const load = await Load.start(rig, { endpoints: 4, failing: 2, depth });
  const dump = await beginDump();
  const oldest = namesOf(oldestDay());
  let isOver = false;
  const passing = passDay().finally(() => (isOver = true));
  await rig.until(isTakingOut);
  expect(await attached(), 'what the next days need is there already').toEqual(expect.arrayContaining(newestNames()));
  // A publisher that waited would wait for the end of the dump, and what is under way would end before.
  const before = load.ended;
  await expect.poll(() => load.ended).toBeGreaterThan(before + 2 * depth);
  expect(isOver, 'the dump keeps its tables').toBe(false);
  await dump.end();
  expect(await passing).toEqual(oldest);

  for (let day = 0; day < 2; day++) {
    const [gone, wasEnded] = [namesOf(oldestDay()), load.ended];
    expect(await passDay()).toEqual(gone);
    const names = await attached();
    expect(names).toEqual(expect.arrayContaining(newestNames()));
    expect(names.filter((name) => gone.includes(name))).toEqual([]);
    await expect.poll(() => load.ended).toBeGreaterThan(wasEnded);
  }
  await load.stop();
  expect(rig.lines.filter(({ level }) => level === 'error')).toEqual([]);
  await rig.until('SELECT 1 FROM delivery_queue HAVING count(*) = 0');
});

test('a run that was interrupted while it took a day out is concluded by the next one', async () => {
  const reader = await openSession();
  const events = namesOf(oldestDay()).find((name) => name.startsWith('webhook_events'));
  await reader.query('BEGIN');
  await reader.query('SELECT FROM webhook_events LIMIT 1');
  // Rejected while the next statements run, so its handler is here.
  const interrupted = expect(passDay()).rejects.toThrow();
  // Other tables' days, which have no readers, are detached before.
  await rig.until(`${isTakingOut} AND inhrelid = '${events}'::regclass`);
  await rig.rows(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'agency-service partitions'`);
  await interrupted;
  await reader.end();
  expect(await rig.rows(isTakingOut)).toHaveLength(1);
  daysPassed--;
  expect(await passDay()).toEqual([events]);
  expect(await rig.rows(isTakingOut)).toEqual([]);
});

test('a pending delivery keeps its payload when its partition is dropped; one older than every partition gets no history', async () => {
  const receiver = await startReceiver();
  const endpointId = await rig.addEndpoint({ url: receiver.url });
  await rig.rows(
    `WITH event AS (
       INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data)
       SELECT $1, id_at($3::timestamptz + interval '1 hour'), 'order.created', 'c1', now(), '{"number": 7}' RETURNING id
     )
     INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, generation, due_at)
     SELECT $1, $2, 'order.created', id_at($3::timestamptz - interval '40 days'), id, 'c1', now(), 1, now() + interval '1 day' FROM event`,
    [rig.agencyId, endpointId, oldestDay()],
  );
  expect(await passDay()).toContain(namesOf(planPartitions(inDays(daysPassed - 1)).oldestKept)[0]);
  await rig.rows('UPDATE delivery_queue SET due_at = now() WHERE endpoint_id = $1', [endpointId]);
  rig.wake(endpointId);
  const [received] = await receiver.waitFor(1);
  expect(received!.event.data).toEqual({ number: 7 });
  const counted = await rig.until('SELECT delivered_count FROM delivery_minutes WHERE endpoint_id = $1', [endpointId]);
  expect(counted.delivered_count).toBe(1);
  expect(await rig.rows('SELECT FROM all_deliveries WHERE endpoint_id = $1', [endpointId])).toEqual([]);
  await receiver.close();
});

const deletedRows = async () => {
  await rig.rows('SELECT pg_stat_force_next_flush()');
  return (
    await rig.rows<{ count: number }>(`SELECT tup_deleted::float8 AS count FROM pg_stat_database WHERE datname = current_database()`)
  )[0]!.count;
};

test(`${oldRowCount.toLocaleString('en')} old rows go by dropping: no row is deleted, hardly any log is written, and lists answer meanwhile`, async () => {
  const service = await startService({ databaseUrl: database.url, delivers: false });
  const agency = await service.createAgency();
  const [endpoint] = await rig.rows<{ id: string }>(
    `INSERT INTO webhook_endpoints (agency_id, id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version)
     VALUES ($1, uuidv7(), 'http://127.0.0.1:9/', 'test', '', '', '{order.created}', '2026-07-06') RETURNING id`,
    [agency.id],
  );
  const filler = await openSession();
  const addHistory = (from: string, count: number) =>
    filler.query(
      `INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, attempts)
       SELECT $1, $2, 'order.created', 'delivered', uuidv7($3::timestamptz - now() + n * interval '1 ms'), uuidv7(), '{}' FROM generate_series(1, $4::int) n`,
      [agency.id, endpoint!.id, from, count],
    );
  await addHistory(oldestDay(), oldRowCount);
  await addHistory(new Date(Date.now() - dayMs).toISOString(), 60);
  await filler.end();
  const list = async () => {
    const { status, body } = await service.request('GET', `/v1/webhooks/${endpoint!.id}/deliveries`);
    expect(status).toBe(200);
    expect(body.data).toHaveLength(50);
  };
  const reader = await openSession();
  await reader.query('BEGIN');
  await reader.query('SELECT FROM delivery_history LIMIT 1');
  await watch.reset();
  const deletedBefore = await deletedRows();
  let isOver = false;
  const dropping = passDay().finally(() => (isOver = true));
  await rig.until(isTakingOut);
  for (let n = 0; n < 5; n++) await list();
  expect(isOver, 'a reader has the day open').toBe(false);
  await reader.end();
  while (!isOver) await list();
  await dropping;
  const [all] = await watch.costs('');
  // What the catalogs say of three tables and their columns and indexes.
  expect((await deletedRows()) - deletedBefore).toBeLessThan(2_000);
  expect(all.walBytes).toBeLessThan(2 * 1_024 * 1_024);
  await service.close();
});
