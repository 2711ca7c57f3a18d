import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import { ScopedModels } from '../../server/access/scope/scoped-models.ts';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import type { Statement } from '../../server/database/client/sql.ts';
import type { ModelDatabase } from '../../server/orm/database.ts';
import { RequestMaker } from '../../server/signature-checks/request-maker.ts';
import { limits } from '../../generated/limits.ts';
import { releases } from '../../generated/releases.ts';
import { endedRun, pendingRun, readSnapshot } from '../../server/live/snapshot.ts';
import { problems } from '../../server/problems/problem.ts';
import { getSentWebhookRequest } from '../../server/resources/webhooks/get-sent-webhook-request.ts';
import { getWebhookDelivery } from '../../server/resources/webhooks/get-webhook-delivery.ts';
import { getWebhookEvent } from '../../server/resources/webhooks/get-webhook-event.ts';
import { getWebhookFigures } from '../../server/resources/webhooks/get-webhook-figures.ts';
import { listWebhookDeliveries } from '../../server/resources/webhooks/list-webhook-deliveries.ts';
import { listWebhookFailures } from '../../server/resources/webhooks/list-webhook-failures.ts';
import { listWebhookEvents } from '../../server/resources/webhooks/list-webhook-events.ts';
import { createTestDatabase } from '../support/database.ts';
import { cursors, explain, models, type AnyContext, type Plan } from './plans.ts';

/** Events of a month, of which each went to both endpoints. */
const eventCount = 60_000;
const fanCount = 1_500;
const perFan = eventCount / fanCount;

/** Whole days in UTC, up to the beginning of today: no partition has so few rows that it is read without an index, whatever the time is. */
const uptoToday = `date_trunc('day', now(), 'UTC') - clock_timestamp()`;

const fill = `
  INSERT INTO agencies (name) VALUES ('Large');
  INSERT INTO creators (agency_id, id, name, account_id) SELECT id, 'c' || n, 'c' || n, 'a' || n FROM agencies, generate_series(1, 20) n;
  INSERT INTO webhook_endpoints (agency_id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, allowed_creator_ids, api_version)
  SELECT id, 'https://x.example', '', '', '', '{order.created}', '{c1}', '2026-07-06' FROM agencies, generate_series(1, 2);
  INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data, subject)
  SELECT a.id, uuidv7(${uptoToday} - interval '28 days' * (n::float8 / ${eventCount})), CASE WHEN n % 1000 = 0 THEN 'order.refunded' ELSE 'order.created' END,
         'c' || 1 + n % 20, now(), json_build_object('id', 'o' || n, 'account_id', 'a' || 1 + n % 20, 'fan_id', 'f' || n % ${fanCount}), 'f' || n % ${fanCount}
    FROM agencies a, generate_series(1, ${eventCount}) n;
  INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, fan_id, amount_cents, created_at)
  SELECT a.id, 'o' || n, 'tip', 'c' || 1 + n % 20, 'a1', 'f' || n % ${fanCount}, 100, now() FROM agencies a, generate_series(1, ${eventCount}) n;
  INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts)
  SELECT ev.agency_id, e.id, ev.type, 'delivered', uuidv7(uuid_extract_timestamp(ev.id) - clock_timestamp() + interval '1 millisecond'), ev.id, ev.creator_id,
         ARRAY['{"attempted_at":"2026-07-18T21:04:11.410Z","duration_ms":12}']
    FROM webhook_events ev JOIN webhook_endpoints e ON true;
  INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, creator_id, occurred_at, generation, due_at)
  SELECT e.agency_id, e.id, 'order.created', uuidv7(), 'c1', now(), 1, now() + interval '1 minute' FROM webhook_endpoints e, generate_series(1, 20000) n;
  INSERT INTO delivery_failures (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, delivery_id, error, attempts, data)
  SELECT e.agency_id, e.id, 'order.created', uuidv7(${uptoToday} - interval '28 days' * (n::float8 / 20000)), uuidv7(), 'c1', now(), uuidv7(), 'timeout', '{}', '{}'
    FROM webhook_endpoints e, generate_series(1, 20000) n;
  INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, delivered_count)
  SELECT e.agency_id, e.id, m.at, 'order.created', 1
    FROM webhook_endpoints e, generate_series(date_trunc('hour', now()) - interval '30 days', now(), interval '1 minute') AS m (at)`;
const tables = 'webhook_events, orders, delivery_history, delivery_queue, delivery_failures, delivery_minutes';

interface Ids {
  readonly agency_id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly delivery_id: string;
}

let client: pg.Client;
let ids: Ids;
let drop: () => Promise<void>;
/** Partitions of days to come, which are read as they are. */
let empty: ReadonlySet<string>;

beforeAll(async () => {
  const database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`SET session_replication_role = replica; ${fill}`);
  await client.query(`VACUUM (ANALYZE) ${tables}`);
  const { rows } = await client.query<Ids>(`
    SELECT h.agency_id, h.endpoint_id, h.event_id, h.id AS delivery_id FROM delivery_history h
     WHERE h.creator_id = 'c1' AND h.id < first_id_at(now() - interval '10 days') ORDER BY h.id DESC LIMIT 1`);
  ids = rows[0]!;
  const days = await client.query<{ relname: string }>(`SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples <= 0`);
  empty = new Set(days.rows.map(({ relname }) => relname));
  drop = async () => {
    await client.end();
    await database.drop();
  };
}, 180_000);
afterAll(() => drop());

/** The statements that are sent, and their rows: each is run as it is. */
function recording(): { readonly statements: Statement[]; readonly database: ModelDatabase } {
  const statements: Statement[] = [];
  const query = async <Row>(statement: Statement): Promise<Row[]> => {
    statements.push(statement);
    return (await client.query(statement.text, [...(statement.values ?? [])])).rows as Row[];
  };
  return { statements, database: { query, replica: { query }, hasReplicas: false, models } as unknown as ModelDatabase };
}

/** How everything that a handler reads is read, with the bounds of a key. */
async function plansOf(creatorIds: readonly string[], work: (context: AnyContext) => Promise<unknown>): Promise<Plan[]> {
  const { statements, database } = recording();
  const data = new ScopedModels(database, new ScopedStatements(), new TenantScope(ids.agency_id, creatorIds));
  const key = { id: ids.agency_id, label: '', prefix: '', scopes: ['write:webhooks'], expiresAt: null };
  // A secret that cannot be opened ends the making of a request after everything was read.
  await work({ ...problems, path: '/', data, key, release: releases[0] } as unknown as AnyContext).catch((error: unknown) => {
    if (!/decrypt/.test(String(error))) throw error;
  });
  const plans: Plan[] = [];
  for (const statement of statements) plans.push(await explain(client, statement, 'force_custom_plan'));
  return plans;
}

async function expectReads(most: number, creatorIds: readonly string[], work: (context: AnyContext) => Promise<unknown>): Promise<Plan[]> {
  const plans = await plansOf(creatorIds, work);
  const told = plans.map(({ text }) => text).join('\n');
  const scanned = plans.flatMap(({ scannedTables }) => scannedTables).filter((table) => !empty.has(table));
  expect(scanned, told).toEqual([]);
  expect(
    plans.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
    told,
  ).toBeLessThanOrEqual(most);
  return plans;
}

const everybody: readonly string[] = [];
const limited = ['c1'];

describe('of an agency with a month of events', () => {
  const limit = 50;
  const list = (request: object) => (context: AnyContext) => listWebhookEvents({ limit, ...request }, context, { cursors });
  /** A run of each partition may begin with a row. */
  const days = 45;

  test.each([
    ['the latest', {}, everybody, limit + 1 + days],
    ['the latest of a limited key', {}, limited, 20 * (limit + 1) + days],
    ['of a rare type', { event_types: ['order.refunded'] }, everybody, 11_000],
    ['of a fan', { fan_ids: ['f7'] }, everybody, perFan + days],
    ['of an unknown fan', { fan_ids: ['nobody'] }, everybody, 0],
    ['of an order', { order_ids: ['o4711'] }, everybody, perFan + 1 + days],
    ['of an order, for a limited key', { order_ids: ['o40'] }, limited, perFan + 1 + days],
    ['of an order that is not there', { order_ids: ['nothing'] }, everybody, 0],
  ] as const)('events %s', async (_name, request, creatorIds, rows) => {
    await expectReads(rows, creatorIds, list(request));
  });

  test('events of ids and of deliveries', async () => {
    await expectReads(2, everybody, list({ event_ids: [ids.event_id] }));
    const plans = await expectReads(3, limited, list({ delivery_ids: [ids.delivery_id] }));
    expect(plans.flatMap(({ indexes }) => indexes).some((index) => /^delivery_history_\d{8}_pkey$/.test(index))).toBe(true);
  });

  test.each([
    ['deliveries', listWebhookDeliveries],
    ['failures', listWebhookFailures],
  ] as const)(
    'a search of %s for a rare outcome reads a run of them, once by the key and once with their attempts',
    async (_list, handler) => {
      const request = { limit, endpoint_id: ids.endpoint_id, outcomes: ['500'] };
      // The keys of pending and delivered orders and of rare refunds.
      await expectReads(4 * limits.searchedDeliveries + days, everybody, (context) => handler(request, context, { cursors }));
    },
  );

  test.each([
    ['the whole agency', everybody],
    ['a limited key', limited],
  ])('the way of an event, for %s, reads what was queued right behind it', async (_name, creatorIds) => {
    const perMinute = (2 * eventCount) / (28 * 24 * 60);
    await expectReads(20 + perMinute, creatorIds, (context) => getWebhookEvent({ event_id: ids.event_id }, context));
  });

  test('a delivery, and its request', async () => {
    const requests = new RequestMaker(
      {
        decrypt: () => {
          throw new Error('cannot decrypt');
        },
      },
      'Legacy',
    );
    await expectReads(4, limited, (context) => getWebhookDelivery(ids, context));
    await expectReads(8, limited, (context) => getSentWebhookRequest(ids, context, { requests }));
  });

  test.each([
    ['an hour by the minute', {}, 60, everybody],
    ['a day by the minute', { start: new Date(Date.now() - 86_400_000).toISOString() }, 1_440, everybody],
    ['an hour by the minute for a limited key', {}, 60, limited],
  ])('figures of %s', async (_name, window, points, creatorIds) => {
    const perPoint = Math.ceil(eventCount / (28 * 24 * 60));
    const pending = 10_000 + 10;
    await expectReads(pending + 2 * (points + 1) * (1 + perPoint), creatorIds, (context) =>
      getWebhookFigures({ endpoint_id: ids.endpoint_id, interval: 'minute', ...window }, context),
    );
  });

  test('a query for live streams reads short runs, however much is pending', async () => {
    const perEndpoint = limits.livePending + 5 * (1 + pendingRun + 2 * endedRun);
    await expectReads(2 * (1 + perEndpoint), everybody, ({ data }) => readSnapshot(data));
  });

  test.each([
    ['a list', list({ include_deliveries: 'true' }), limit],
    ['an event', (context: AnyContext) => getWebhookEvent({ event_id: ids.event_id }, context), 1],
  ] as const)('the endpoints that missed the events of %s are found by keys and indexes', async (_name, work, events) => {
    const disabled = 3;
    onTestFinished(async () => void (await client.query("DELETE FROM webhook_endpoints WHERE url = 'https://y.example'")));
    await client.query(
      `INSERT INTO webhook_endpoints (agency_id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version, status, disabled_reason, disabled_at)
       SELECT $1, 'https://y.example', '', '', '', '{order.created}', '2026-07-06', 'disabled', 'manual', now() - interval '60 days' FROM generate_series(1, ${disabled})`,
      [ids.agency_id],
    );
    const { statements, database } = recording();
    const data = new ScopedModels(database, new ScopedStatements(), new TenantScope(ids.agency_id, []));
    const key = { id: ids.agency_id, label: '', prefix: '', scopes: ['read:orders'], expiresAt: null };
    await work({ ...problems, path: '/', data, key, release: releases[0] } as unknown as AnyContext);
    const missed = statements.at(-1)!;
    expect((await client.query(missed.text, [...missed.values!])).rowCount).toBe(events * disabled);
    const plan = await explain(client, missed, 'force_generic_plan');
    expect(
      plan.scannedTables.filter((table) => !empty.has(table)),
      plan.text,
    ).toEqual([]);
    // Each event once for each endpoint of the agency, and no deliveries, of which it has thousands.
    expect(plan.rowsRead, plan.text).toBeLessThanOrEqual(events * (2 + disabled));
  });
});
