/** The scenario through openapi-generator's client for TypeScript and axios. Prints what it saw, as JSON. */

import { isAxiosError } from 'axios';
import {
  AnalyticsApi,
  Configuration,
  FansApi,
  InsightsApi,
  type Order,
  OrdersApi,
  OrderType,
  type Problem400,
  type Problem404,
  type Problem412,
  type WebhookEvent,
  WebhookEventType,
  WebhooksApi,
} from './client';

const configuration = new Configuration({
  basePath: process.env['BASE_URL']!,
  accessToken: process.env['API_KEY']!,
  apiKey: 'Amethyste', // the one scheme of the type apiKey: Service-Version
});
const fan = ['account-c1', process.env['FAN_ID']!] as const;

async function problemOf<Problem>(call: Promise<unknown>): Promise<Problem> {
  const error: unknown = await call.then(
    () => new Error('no problem came'),
    (reason: unknown) => reason,
  );
  if (!isAxiosError<Problem>(error) || !error.response) throw error;
  return error.response.data;
}
const kind = ({ type }: { type: string }) => type.split('/').at(-1);

const ordersApi = new OrdersApi(configuration);
const january = '2026-01-01T00:00:00Z';
const february = '2026-02-01T00:00:00Z';
const orders: Order[] = [];
let pages = 0;
for (let cursor: string | undefined, isLast = false; !isLast; pages++) {
  const { data: page } = await ordersApi.listOrders(['c1', 'c2'], undefined, [OrderType.Tip, OrderType.Push], january, february, cursor, 2);
  orders.push(...page.data);
  isLast = page.next_cursor === null;
  cursor = page.next_cursor ?? undefined;
}

const { data: revenue } = await new AnalyticsApi(configuration).getRevenue('2026-07-01', '2026-07-01');
const { data: fans } = await new FansApi(configuration).listFans('account-c1', undefined, ['t1', 't2'], undefined, undefined, [
  'active_subscriber',
  'interested',
]);

const webhooksApi = new WebhooksApi(configuration);
const { data: made } = await webhooksApi.createWebhookEndpoint({
  url: 'https://hooks.example.com/',
  enabled_event_types: new Set([WebhookEventType.OrderCreated]),
});
const { data: endpoint } = await webhooksApi.getWebhookEndpoint(made.id);
await webhooksApi.deleteWebhookEndpoint(made.id);
const gone = await problemOf<Problem404>(webhooksApi.deleteWebhookEndpoint(made.id));

const insightsApi = new InsightsApi(configuration);
const { data: before } = await insightsApi.getInsight(...fan);
const edit = (note: string) => insightsApi.updateInsight(...fan, { note }, before.etag);
const { data: after } = await edit('Likes jazz');
const stale = await problemOf<Problem412>(edit('Likes rock'));

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
      kind(await problemOf<Problem404>(ordersApi.getOrder('nothing'))),
      kind(await problemOf<Problem400>(ordersApi.listOrders(undefined, undefined, undefined, undefined, undefined, 'nothing'))),
      kind(await problemOf<Problem400>(ordersApi.listOrders(undefined, undefined, undefined, february, january))),
    ],
    event: [event.type, event.data.amount_cents],
  }),
);
