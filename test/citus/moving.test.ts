import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { leaveCitus, pendingOf, prepareDatabase } from '../../server/startup/prepare-database.ts';
import { defaultWaits } from '../../server/database/migrate/migration-session.ts';
import { schemaOf } from '../database/schema-of.ts';
import { creator, employee, order, refund, send } from '../records/records.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { Load } from './load.ts';

const citusUrls = inject('citusUrls');
const tables = [
  ...['activity_blocks', 'changed_quarters', 'changed_sends', 'message_quarters', 'orders', 'revenue_quarters', 'sends', 'sent_messages'],
  ...['creators', 'employees', 'webhook_events', 'delivery_queue', 'delivery_history'],
];

describe.skipIf(!citusUrls)('an installation with data', () => {
  const name = `moving_${randomBytes(6).toString('hex')}`;
  const owner = `${name}_owner`;
  const encryptionKey = randomBytes(32);
  const urlAt = (nodeUrl: string, database = name) => Object.assign(new URL(nodeUrl), { pathname: `/${database}` }).href;
  const ownerUrl = () => Object.assign(new URL(urlAt(citusUrls![0]!)), { username: owner }).href;

  let receiver: Receiver;
  let load: Load;
  let agencies: TestAgency[];
  let plainSchema: string[];

  async function at<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }
  const atCoordinator = <Row extends pg.QueryResultRow>(text: string) => at<Row>(urlAt(citusUrls![0]!), text);
  const readSchema = () => schemaOf(urlAt(citusUrls![0]!));

  const start = (delivers = true) => startService({ databaseUrl: ownerUrl(), encryptionKey, delivers });

  const counts = async () =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => {
          const [row] = await atCoordinator<{ count: string }>(`SELECT count(*) FROM ${table}`);
          return [table, Number(row!.count)] as const;
        }),
      ),
    );

  const window = 'start=2026-01-01&end=2026-01-31&timezone=Europe/Paris';
  const figures = ['creators', 'employees', 'revenue', 'revenue/timeseries'].map((path) => `/v1/analytics/${path}?${window}`);
  const reads = [...figures, '/v1/orders?creator_ids=c2&limit=200', '/v1/orders/o14', '/v1/sent-messages?limit=200'];

  /** Answers that the load does not change: it brings in orders of March, of another creator. */
  async function answersOf(service: TestService): Promise<unknown[]> {
    const answers = await Promise.all(agencies.flatMap(({ key }) => reads.map((path) => service.request('GET', path, { key }))));
    for (const { status, text } of answers) expect(status, text).toBe(200);
    return answers.map(({ body }) => body as unknown);
  }

  async function refresh(service: TestService): Promise<void> {
    expect((await service.operator('POST', '/operator/v1/projections/refresh')).status).toBe(200);
  }

  async function expectEvents(): Promise<void> {
    const missing = () => {
      const received = new Set(receiver.received.map(({ event }) => event.data.id));
      return load.acknowledged.flat().filter((id) => !received.has(id));
    };
    await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
  }

  /** The revenue of each agency is the sum of its orders, and these are all that were acknowledged. */
  async function expectOrders(service: TestService): Promise<void> {
    await refresh(service);
    for (const [place, { id, key }] of agencies.entries()) {
      const [row] = await atCoordinator<{ sum: string; ids: string[] }>(
        `SELECT sum(amount_cents), array_agg(id) FILTER (WHERE id LIKE 'load-%') AS ids FROM orders WHERE agency_id = '${id}'`,
      );
      expect(row!.ids.toSorted()).toEqual(load.acknowledged[place]!.toSorted());
      const path = '/v1/analytics/revenue?start=2026-01-01&end=2026-03-31&timezone=UTC';
      expect((await service.request('GET', path, { key })).body.revenue_cents).toBe(Number(row!.sum));
    }
  }

  /** Brings in orders over a service that delivers, compares, and brings in more over one that does not: their deliveries wait when it is closed. */
  async function work(answers?: readonly unknown[]): Promise<readonly unknown[]> {
    const service = await start();
    load.over(service);
    await load.grownBy(15);
    const answered = await answersOf(service);
    if (answers) expect(answered).toEqual(answers);
    await load.pause();
    await expectEvents();
    await expectOrders(service);
    await service.close();
    const receiving = await start(false);
    load.over(receiving);
    await load.grownBy(10);
    await load.pause();
    await receiving.close();
    expect((await counts()).delivery_queue).toBeGreaterThanOrEqual(10 * agencies.length);
    return answered;
  }

  beforeAll(async () => {
    receiver = await startReceiver();
    await at(citusUrls![0]!, `CREATE ROLE ${owner} LOGIN CREATEROLE`);
    await at(citusUrls![0]!, `CREATE DATABASE ${name} OWNER ${owner}`);
    await prepareDatabase(ownerUrl());
    plainSchema = await readSchema();
    const service = await start();
    agencies = await Promise.all(Array.from({ length: 4 }, () => service.createAgency()));
    for (const { ingest, key } of agencies) {
      const body = { url: receiver.url, enabled_event_types: ['order.created'] };
      expect((await service.request('POST', '/v1/webhooks', { key, body })).status).toBe(201);
      const day = (count: number) => String(1 + (count % 31)).padStart(2, '0');
      await ingest([creator('c1'), creator('c2'), employee('e1')]);
      await ingest(
        Array.from({ length: 100 }, (_, count) =>
          order(`o${count}`, `c${1 + (count % 2)}`, {
            created_at: `2026-01-${day(count)}T1${count % 10}:00:00Z`,
            amount_cents: 100 + count,
            user_id: count % 3 === 0 ? 'e1' : null,
          }),
        ),
      );
      await ingest(
        Array.from({ length: 50 }, (_, count) =>
          send(`s${count}`, `c${1 + (count % 2)}`, { sent_at: `2026-01-${day(count)}T0${count % 10}:00:00Z`, sent_by_user_id: 'e1' }),
        ),
      );
      await ingest([refund('o3'), refund('o14')]);
    }
    await refresh(service);
    await service.close();
    load = new Load(agencies);
  }, 240_000);
  afterAll(async () => {
    await load?.end();
    await receiver?.close();
    for (const url of citusUrls ?? []) await at(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }, 60_000);

  test('moves to the workers of Citus with its waiting deliveries, and back', { timeout: 480_000 }, async () => {
    const answers = await work();
    let before = await counts();

    for (const url of citusUrls!.slice(1)) await at(url, `CREATE DATABASE ${name}`);
    for (const url of citusUrls!) await at(urlAt(url), 'CREATE EXTENSION citus');
    const [coordinator, ...workers] = citusUrls!.map((url) => new URL(url).port);
    await atCoordinator(`SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator})`);
    for (const port of workers) await atCoordinator(`SELECT citus_add_node('127.0.0.1', ${port})`);
    const inUse = 'processes of the service use it';
    const early = await start(false);
    await answersOf(early);
    await expect(prepareDatabase(ownerUrl(), defaultWaits, 'citus')).rejects.toThrow(inUse);
    await early.close();
    expect((await pendingOf(ownerUrl(), 'citus')).pending.map((each) => each.name)).toContain('000-baseline.citus.sql');
    await prepareDatabase(ownerUrl(), defaultWaits, 'citus');
    expect(await pendingOf(ownerUrl(), 'citus')).toEqual({ pending: [], steps: [], newer: [] });
    expect(await counts()).toEqual(before);
    const parts = await atCoordinator<{ port: string }>('SELECT DISTINCT nodeport::text AS port FROM pg_dist_shard_placement ORDER BY 1');
    expect(parts.map(({ port }) => port)).toEqual(workers.toSorted());
    // What was copied is gone from the coordinator.
    expect(await atCoordinator(`SELECT pg_relation_size('orders')::int AS bytes`)).toEqual([{ bytes: 0 }]);

    await work(answers);
    before = await counts();
    await expect(leaveCitus(ownerUrl())).rejects.toThrow('DATABASE_ENGINE is auto, and the next start would distribute its tables again');
    const late = await start(false);
    await answersOf(late);
    await expect(leaveCitus(ownerUrl(), defaultWaits, 'postgres')).rejects.toThrow(inUse);
    await late.close();
    await leaveCitus(ownerUrl(), defaultWaits, 'postgres');
    expect(await counts()).toEqual(before);
    for (const url of citusUrls!) await at(urlAt(url), 'DROP EXTENSION citus CASCADE');
    expect(await readSchema()).toEqual(plainSchema);
    await expect(leaveCitus(ownerUrl(), defaultWaits, 'postgres')).rejects.toThrow('its tables are not distributed');

    await work(answers);
    const service = await start();
    await expectEvents();
    await expectOrders(service);
    await service.close();
  });
});
