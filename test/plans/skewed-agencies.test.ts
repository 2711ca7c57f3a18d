import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import { listFans } from '../../server/resources/fans/list-fans.ts';
import { listOrders } from '../../server/resources/orders/list-orders.ts';
import { listSentMessages } from '../../server/resources/sent-messages/list-sent-messages.ts';
import { createTestDatabase } from '../support/database.ts';
import { cursors, explain, planners, statementOf, type AnyContext } from './plans.ts';

const limit = 50;
const page = limit + 1;
const creators = 60;
const rowsOfLarge = 12_000;
const smallAgencies = 300;
const rowsOfSmall = 40;

/** One agency has as much as all others together: a plan for the average one reads all of it. */
const agencies = `(SELECT id, CASE WHEN name = 'Large' THEN ${rowsOfLarge} ELSE ${rowsOfSmall} END AS rows FROM agencies)`;
const fill = `
  INSERT INTO agencies (name) SELECT 'Small ' || n FROM generate_series(1, ${smallAgencies}) n;
  INSERT INTO agencies (name) VALUES ('Large');
  INSERT INTO creators (agency_id, id, name, account_id) SELECT a.id, 'c' || n, 'c' || n, 'a' || n FROM agencies a, generate_series(1, ${creators}) n;
  INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, fan_id, amount_cents, created_at)
  SELECT a.id, 'o' || n, (ARRAY['tip', 'push'])[1 + n % 2], 'c' || 1 + n % ${creators}, 'a' || 1 + n % ${creators}, 'f' || n % 3000, 100, now() - interval '1 minute' * n
    FROM ${agencies} a, generate_series(1, a.rows) n;
  INSERT INTO sent_messages (agency_id, id, sent_at, source, sent_by_user_id, creator_id, fan_id, is_private_media, media)
  SELECT a.id, 's' || n, now() - interval '1 minute' * n, (ARRAY['script', 'messaging'])[1 + n % 2], 'e' || n % 40, 'c' || 1 + n % ${creators}, 'f' || n, false, '[]'
    FROM ${agencies} a, generate_series(1, a.rows) n;
  INSERT INTO fans (agency_id, account_id, fan_id, creator_id, subscription_status, is_online, related_at)
  SELECT a.id, 'a1', 'f' || n, 'c1', 'interested', n % 10 = 0, now() - interval '1 minute' * n FROM ${agencies} a, generate_series(1, a.rows) n`;

let client: pg.Client;
let agencyId: string;
let close: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  await client.query(fill);
  await client.query('VACUUM (ANALYZE) orders, sent_messages, fans');
  agencyId = (await client.query<{ id: string }>(`SELECT id FROM agencies WHERE name = 'Large'`)).rows[0]!.id;
  close = async () => {
    await client.end();
    await database.drop();
  };
}, 120_000);
afterAll(() => close());

type Lister = (request: never, context: AnyContext, dependencies: { cursors: typeof cursors }) => Promise<unknown>;

describe.each(planners)('the largest of many agencies, with %s', (planner) => {
  test.each([
    ['orders', listOrders, {}, [], 2 * page],
    ['orders of a creator', listOrders, { creator_ids: ['c3'] }, [], 2 * page],
    ['orders of a type', listOrders, { order_types: ['tip'] }, [], 2 * page],
    ['orders of a fan', listOrders, { fan_ids: ['f3'] }, [], 2 * page],
    ['orders, for a key for some creators', listOrders, {}, ['c1', 'c5', 'c9'], 4 * page],
    ['orders of a fan, for a key for some creators', listOrders, { fan_ids: ['f3'] }, ['c1', 'c5', 'c9'], 2 * page],
    ['messages', listSentMessages, {}, [], 2 * page],
    ['messages of an employee', listSentMessages, { user_ids: ['e3'] }, [], 2 * page],
    ['messages, for a key for some creators', listSentMessages, {}, ['c1', 'c5', 'c9'], 6 * page],
    ['fans', listFans, { account_id: 'a1' }, [], 2 * page],
    ['fans, for a key for some creators', listFans, { account_id: 'a1' }, ['c1', 'c5', 'c9'], 2 * page],
  ] as const)('%s: a page reads no more than its rows', async (_name, list, request, creatorIds, rows) => {
    const lister = list as unknown as Lister;
    const statement = await statementOf(
      (context) => lister({ limit, ...request } as never, context, { cursors }),
      new TenantScope(agencyId, creatorIds),
    );
    const plan = await explain(client, statement, planner);
    expect(plan.rowsRead, plan.text).toBeLessThanOrEqual(rows);
    expect(plan.scannedTables, plan.text).toEqual([]);
  });
});
