/** The scenario through openapi-generator's client for TypeScript and fetch. Prints what it saw, as JSON. */

import {
  AnalyticsApi,
  Configuration,
  FansApi,
  InsightsApi,
  type Order,
  OrdersApi,
  OrderType,
  Problem400FromJSON,
  Problem404FromJSON,
  Problem412FromJSON,
  ResponseError,
  WebhookEventFromJSON,
  WebhookEventType,
  WebhooksApi,
} from './client';

const configuration = new Configuration({
  basePath: process.env['BASE_URL']!,
  accessToken: process.env['API_KEY']!,
  apiKey: 'Amethyste', // the one scheme of the type apiKey: Service-Version
});
const fan = { accountId: 'account-c1', fanId: process.env['FAN_ID']! };

async function problemOf<Problem>(read: (json: unknown) => Problem, call: Promise<unknown>): Promise<Problem> {
  const error: unknown = await call.then(
    () => new Error('no problem came'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ResponseError)) throw error;
  return read(await error.response.json());
}
const kind = ({ type }: { type: string }) => type.split('/').at(-1);

const ordersApi = new OrdersApi(configuration);
const january = new Date('2026-01-01T00:00:00Z');
const february = new Date('2026-02-01T00:00:00Z');
const orders: Order[] = [];
let pages = 0;
for (let cursor: string | null | undefined; cursor !== null; pages++) {
  const page = await ordersApi.listOrders({
    creatorIds: ['c1', 'c2'],
    orderTypes: [OrderType.Tip, OrderType.Push],
    start: january,
    end: february,
    limit: 2,
    ...(cursor !== undefined && { cursor }),
  });
  orders.push(...page.data);
  cursor = page.nextCursor;
}

const revenue = await new AnalyticsApi(configuration).getRevenue({ start: '2026-07-01', end: '2026-07-01' });
const fans = await new FansApi(configuration).listFans({
  accountId: 'account-c1',
  statuses: ['active_subscriber', 'interested'],
  tagIds: ['t1', 't2'],
});

const webhooksApi = new WebhooksApi(configuration);
const made = await webhooksApi.createWebhookEndpoint({
  webhookEndpointCreate: { url: 'https://hooks.example.com/', enabledEventTypes: new Set([WebhookEventType.OrderCreated]) },
});
const endpoint = await webhooksApi.getWebhookEndpoint({ endpointId: made.id });
await webhooksApi.deleteWebhookEndpoint({ endpointId: made.id });
const gone = await problemOf(Problem404FromJSON, webhooksApi.deleteWebhookEndpoint({ endpointId: made.id }));

const insightsApi = new InsightsApi(configuration);
const before = await insightsApi.getInsight(fan);
const edit = (note: string) => insightsApi.updateInsight({ ...fan, insightUpdate: { note }, ifMatch: before.etag });
const after = await edit('Likes jazz');
const stale = await problemOf(Problem412FromJSON, edit('Likes rock'));

const event = WebhookEventFromJSON(JSON.parse(process.env['EVENT']!));
if (event.type !== 'order.created') throw new Error(event.type);

console.log(
  JSON.stringify({
    orders: orders.map(({ id, orderType, amountCents }) => [id, orderType, amountCents]),
    pages,
    revenue: [revenue.revenueCents, revenue.byOrderType[0]!.orderType, revenue.byOrderType[0]!.revenueCents],
    fans: fans.data.map(({ fanId }) => fanId),
    endpoint: [endpoint.status, endpoint.enabledEventTypes, made.secret.length, kind(gone)],
    insight: [before.note, after.note, kind(stale), stale.currentEtag === after.etag],
    problems: [
      kind(await problemOf(Problem404FromJSON, ordersApi.getOrder({ orderId: 'nothing' }))),
      kind(await problemOf(Problem400FromJSON, ordersApi.listOrders({ cursor: 'nothing' }))),
      kind(await problemOf(Problem400FromJSON, ordersApi.listOrders({ start: february, end: january }))),
    ],
    event: [event.type, event.data.amountCents],
  }),
);
