/** The scenario through hey-api's client. Prints what it saw, as JSON. */

import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getInsight,
  getOrder,
  getRevenue,
  getWebhookEndpoint,
  listFans,
  listOrders,
  type Order,
  updateInsight,
  type WebhookEvent,
} from './client';
import { client } from './client/client.gen';

client.setConfig({
  baseUrl: process.env['BASE_URL']!,
  auth: ({ name }) => (name === 'Service-Version' ? 'Amethyste' : process.env['API_KEY']!),
});
const fan = { account_id: 'account-c1', fan_id: process.env['FAN_ID']! };

const problemOf = async <Problem extends { type: string }>(call: Promise<{ error: Problem | undefined }>): Promise<Problem> => {
  const { error } = await call;
  if (error === undefined) throw new Error('no problem came');
  return error;
};
const kind = ({ type }: { type: string }) => type.split('/').at(-1);

const orders: Order[] = [];
let pages = 0;
for (let cursor: string | null | undefined; cursor !== null; pages++) {
  const { data: page } = await listOrders({
    query: {
      creator_ids: ['c1', 'c2'],
      order_types: ['tip', 'push'],
      start: '2026-01-01T00:00:00Z',
      end: '2026-02-01T00:00:00Z',
      limit: 2,
      ...(cursor !== undefined && { cursor }),
    },
    throwOnError: true,
  });
  orders.push(...page.data);
  cursor = page.next_cursor;
}

const { data: revenue } = await getRevenue({ query: { start: '2026-07-01', end: '2026-07-01' }, throwOnError: true });
const { data: fans } = await listFans({
  path: { account_id: 'account-c1' },
  query: { statuses: ['active_subscriber', 'interested'], tag_ids: ['t1', 't2'] },
  throwOnError: true,
});

const { data: made } = await createWebhookEndpoint({
  body: { url: 'https://hooks.example.com/', enabled_event_types: ['order.created'] },
  throwOnError: true,
});
const path = { endpoint_id: made.id };
const { data: endpoint } = await getWebhookEndpoint({ path, throwOnError: true });
await deleteWebhookEndpoint({ path, throwOnError: true });
const gone = await problemOf(deleteWebhookEndpoint({ path }));

const { data: before } = await getInsight({ path: fan, throwOnError: true });
const edit = (note: string) => ({ path: fan, body: { note }, headers: { 'If-Match': before.etag } });
const { data: after } = await updateInsight({ ...edit('Likes jazz'), throwOnError: true });
const stale = await problemOf(updateInsight(edit('Likes rock')));

const event = JSON.parse(process.env['EVENT']!) as WebhookEvent;
if (event.type !== 'order.created') throw new Error(event.type);

console.log(
  JSON.stringify({
    orders: orders.map(({ id, order_type, amount_cents }) => [id, order_type, amount_cents]),
    pages,
    revenue: [revenue.revenue_cents, revenue.by_order_type[0]!.order_type, revenue.by_order_type[0]!.revenue_cents],
    fans: fans.data.map(({ fan_id }) => fan_id),
    endpoint: [endpoint.status, endpoint.enabled_event_types, made.secret.length, kind(gone)],
    insight: [before.note, after.note, kind(stale), 'current_etag' in stale && stale.current_etag === after.etag],
    problems: [
      kind(await problemOf(getOrder({ path: { order_id: 'nothing' } }))),
      kind(await problemOf(listOrders({ query: { cursor: 'nothing' } }))),
      kind(await problemOf(listOrders({ query: { start: '2026-02-01T00:00:00Z', end: '2026-01-01T00:00:00Z' } }))),
    ],
    event: [event.type, event.data.amount_cents],
  }),
);
