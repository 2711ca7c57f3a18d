/** The scenario through orval's client. Prints what it saw, as JSON. */

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

const fan = ['account-c1', process.env['FAN_ID']!] as const;

/** The data of a response, whose type follows from its status. */
function expectStatus<Answer extends { status: number; data: unknown }, Status extends Answer['status']>(
  answer: Answer,
  status: Status,
): Extract<Answer, { status: Status }>['data'] {
  if (answer.status !== status) throw new Error(`${answer.status} came in place of ${status}`);
  return answer.data;
}
const kind = ({ type }: { type: string }) => type.split('/').at(-1);

const orders: Order[] = [];
let pages = 0;
for (let cursor: string | null | undefined; cursor !== null; pages++) {
  const answer = await listOrders({
    creator_ids: ['c1', 'c2'],
    order_types: ['tip', 'push'],
    start: '2026-01-01T00:00:00Z',
    end: '2026-02-01T00:00:00Z',
    limit: 2,
    ...(cursor !== undefined && { cursor }),
  });
  const page = expectStatus(answer, 200);
  orders.push(...page.data);
  cursor = page.next_cursor;
}

const revenue = expectStatus(await getRevenue({ start: '2026-07-01', end: '2026-07-01' }), 200);
const fans = expectStatus(await listFans('account-c1', { statuses: ['active_subscriber', 'interested'], tag_ids: ['t1', 't2'] }), 200);

const made = expectStatus(await createWebhookEndpoint({ url: 'https://hooks.example.com/', enabled_event_types: ['order.created'] }), 201);
const endpoint = expectStatus(await getWebhookEndpoint(made.id), 200);
expectStatus(await deleteWebhookEndpoint(made.id), 204);
const gone = expectStatus(await deleteWebhookEndpoint(made.id), 404);

const before = expectStatus(await getInsight(...fan), 200);
const edit = (note: string) => updateInsight(...fan, { note }, { headers: { 'If-Match': before.etag } });
const after = expectStatus(await edit('Likes jazz'), 200);
const stale = expectStatus(await edit('Likes rock'), 412);

const event = JSON.parse(process.env['EVENT']!) as WebhookEvent;
if (event.type !== 'order.created') throw new Error(event.type);

console.log(
  JSON.stringify({
    orders: orders.map(({ id, order_type, amount_cents }) => [id, order_type, amount_cents]),
    pages,
    revenue: [revenue.revenue_cents, revenue.by_order_type[0]!.order_type, revenue.by_order_type[0]!.revenue_cents],
    fans: fans.data.map(({ fan_id }) => fan_id),
    endpoint: [endpoint.status, endpoint.enabled_event_types, made.secret.length, kind(gone)],
    insight: [before.note, after.note, kind(stale), stale.current_etag === after.etag],
    problems: [
      kind(expectStatus(await getOrder('nothing'), 404)),
      kind(expectStatus(await listOrders({ cursor: 'nothing' }), 400)),
      kind(expectStatus(await listOrders({ start: '2026-02-01T00:00:00Z', end: '2026-01-01T00:00:00Z' }), 400)),
    ],
    event: [event.type, event.data.amount_cents],
  }),
);
