import { Keyring } from '../server/access/encryption/keyring.ts';
import { firstIdAt } from '../server/database/id-times.ts';
import { Cursors } from '../server/paging/cursor.ts';
import { dayMs, type Caller } from './agency.ts';
import { run, type MeasuredAgency } from './much-data-load.ts';
import type { Cost, StatementCounts } from './much-data-statements.ts';

const warmUps = 4;
const requests = 16;
const limit = 50;

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);
const instantOf = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString();
const window = (days: number) => `start=${dayOf(days)}&end=${dayOf(1)}&timezone=Europe/Paris`;

/** A request whose statements are counted, and the keys that send it. */
export interface MeasuredRead {
  readonly name: string;
  readonly path: string;
  readonly keys: readonly string[];
}

/** Ids for the paths. */
interface Found {
  readonly order_id: string;
  readonly fan_id: string;
  readonly event_id: string;
  readonly delivery_id: string;
}

async function find(url: string, { id, endpointId }: MeasuredAgency): Promise<Found> {
  const [found] = await run<Found & Record<string, unknown>>(
    url,
    `SELECT o.id AS order_id, o.fan_id, h.event_id, h.id AS delivery_id
       FROM (SELECT id, fan_id FROM orders WHERE agency_id = '${id}' AND created_at < now() - interval '100 days' ORDER BY created_at DESC LIMIT 1) o,
            (SELECT event_id, id FROM delivery_history
              WHERE agency_id = '${id}' AND endpoint_id = '${endpointId}' AND event_type = 'order.created' AND status = 'delivered'
                AND id < first_id_at(now() - interval '10 days') ORDER BY id DESC LIMIT 1) h`,
  );
  return found!;
}

/** The lists of an agency: first and deep pages, filters, keys for some creators; its analytics; its webhooks. */
export async function readsOf(url: string, agency: MeasuredAgency, encryptionKey: Buffer): Promise<MeasuredRead[]> {
  const cursors = new Cursors(...new Keyring(encryptionKey).cursorKeys);
  const { order_id, fan_id, event_id, delivery_id } = await find(url, agency);
  const read = (name: string, path: string, keys = agency.keys): MeasuredRead => ({ name, path, keys });
  const limited = (name: string, path: string) => read(`${name}, limited key`, path, agency.limitedKeys);
  const deep = (operation: string, path: string, position: readonly string[]) =>
    `${path}?limit=${limit}&cursor=${cursors.encode({ list: operation, agencyId: agency.id, path }, position)}`;
  const list = (path: string, query = '') => `${path}?limit=${limit}${query && `&${query}`}`;
  const webhook = `/v1/webhooks/${agency.endpointId}`;
  const fans = '/v1/accounts/account-002/fans';
  return [
    read('order', `/v1/orders/${order_id}`),
    read('orders', list('/v1/orders')),
    read('orders, page of 300 days ago', deep('listOrders', '/v1/orders', [instantOf(300), 'o'])),
    read('orders of a creator', list('/v1/orders', 'creator_ids=creator-002')),
    read('orders of a type', list('/v1/orders', 'order_types=tip')),
    read('orders of a fan', list('/v1/orders', `fan_ids=${fan_id}`)),
    read('orders of a day', list('/v1/orders', `start=${instantOf(200)}&end=${instantOf(199)}`)),
    limited('orders', list('/v1/orders')),
    read('sent messages', list('/v1/sent-messages')),
    read('sent messages of an employee', list('/v1/sent-messages', 'user_ids=employee-2')),
    limited('sent messages', list('/v1/sent-messages')),
    read('fans', list(fans)),
    read('fans of an employee', list(fans, 'assigned_user_ids=employee-2')),
    read('fans, several filters', list(fans, 'has_tags=true&statuses=active_subscriber&is_online=true&min_spend_cents=5000')),
    read('fans who spent much', list(fans, 'min_spend_cents=1000000')),
    limited('fans', list(fans)),
    read('revenue of a year', `/v1/analytics/revenue?${window(360)}`),
    read('revenue of a year by week', `/v1/analytics/revenue/timeseries?granularity=week&${window(360)}`),
    read('revenue of a week by hour', `/v1/analytics/revenue/timeseries?granularity=hour&${window(7)}`),
    read('creators, 90 days', `/v1/analytics/creators?${window(90)}`),
    limited('creators, 90 days', `/v1/analytics/creators?${window(90)}`),
    read('employees, a year', `/v1/analytics/employees?${window(360)}`),
    read('deliveries', list(`${webhook}/deliveries`)),
    read('deliveries, page of 20 days ago', deep('listWebhookDeliveries', `${webhook}/deliveries`, [firstIdAt(Date.now() - 20 * dayMs)])),
    read('deliveries that failed', list(`${webhook}/deliveries`, 'statuses=failed')),
    read('deliveries of an hour', list(`${webhook}/deliveries`, `start=${instantOf(10)}&end=${instantOf(10 - 1 / 24)}`)),
    limited('deliveries', list(`/v1/webhooks/${agency.limitedEndpointId}/deliveries`)),
    read('delivery', `${webhook}/deliveries/${delivery_id}`),
    read('failures', list(`${webhook}/failures`)),
    read('failures, page of 20 days ago', deep('listWebhookFailures', `${webhook}/failures`, [firstIdAt(Date.now() - 20 * dayMs)])),
    read('events', list('/v1/webhook-events')),
    read('events of a fan', list('/v1/webhook-events', `fan_ids=${fan_id}`)),
    limited('events', list('/v1/webhook-events')),
    read('event with its deliveries', `/v1/webhook-events/${event_id}`),
    read('statistics of a week', `${webhook}/stats`),
    read('statistics of 30 days', `${webhook}/stats?start=${instantOf(30)}`),
    read('figures of an hour by minute', `${webhook}/figures?interval=minute`),
    read('figures of a day by hour', `${webhook}/figures?interval=hour&start=${instantOf(1)}`),
  ];
}

/** The database's cost of one request, without the lookup of its key. */
export async function measureRead(caller: Caller, counts: StatementCounts, { path, keys }: MeasuredRead): Promise<Cost> {
  const request = async (n: number) => {
    if (n === warmUps) await counts.reset();
    await caller.send('GET', path, undefined, keys[n % keys.length]);
  };
  for (let n = 0; n < warmUps + requests; n += 1) await request(n);
  return counts.ofRequests(requests);
}
