import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Arguments, Client, OperationId, Operations } from '../../sdk/src/index.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { sharedService, type TestService } from '../support/service.ts';
import { clientOf, operatorOf } from './clients.ts';

/** Every argument of an operation; a cursor comes with the pages alone. A new one does not compile until it is given here. */
type Every<Id extends OperationId> = Required<Omit<Arguments<Operations[Id]>, 'cursor'>>;

let service: TestService;
let agency: SampleAgency;
let client: Client;

const window = { start: '2026-07-01T00:00:00Z', end: '2026-07-31T00:00:00+02:00' };
const days = { start: '2026-07-01', end: '2026-07-31', timezone: 'Europe/Paris', creator_ids: ['creator-1'] };

beforeAll(async () => {
  service = await sharedService();
  agency = await createSampleAgency(service);
  await operatorOf(service).projections.refresh();
  client = clientOf(service, agency.key);
});
afterAll(() => service.close());

test('lists of records take every argument at once and find what all of them mean', async () => {
  const orders: Every<'listOrders'> = {
    creator_ids: ['creator-1', 'none'],
    fan_ids: ['fan-1'],
    order_types: ['tip', 'push'],
    ...window,
    limit: 200,
  };
  expect((await client.orders.list(orders)).data).toMatchObject([{ id: 'order-1' }]);
  const sent: Every<'listSentMessages'> = {
    user_ids: ['user-1'],
    creator_ids: ['creator-2'],
    sources: ['messaging', 'script'],
    ...window,
    limit: 1,
  };
  expect((await client.sentMessages.list(sent)).data).toMatchObject([{ id: 'send-2' }]);
  const requests: Every<'listAiRequests'> = { limit: 1 };
  expect((await client.aiRequests.list(requests)).data).toHaveLength(1);
  const publications: Every<'listPublications'> = { limit: 1 };
  expect((await client.publications.list(publications)).data).toHaveLength(1);
});

test('the list of fans takes every argument at once', async () => {
  await service.operator('POST', `/operator/v1/agencies/${agency.id}/records`, {
    records: [{ type: 'tag', id: 'tag-2', name: 'Other', color: null, position: 2 }],
  });
  const fans: Every<'listFans'> = {
    account_id: 'account-1',
    assigned_user_ids: ['user-1'],
    tag_ids: ['tag-1'],
    exclude_tag_ids: ['tag-2'],
    has_tags: true,
    statuses: ['interested', 'active_subscriber'],
    min_spend_cents: 1,
    last_purchase_after: window.start,
    last_purchase_before: window.end,
    is_online: true,
    limit: 200,
  };
  expect((await client.fans.list(fans)).data).toMatchObject([{ fan_id: 'fan-1' }]);
  expect((await client.fans.list({ ...fans, is_online: 'false' })).data).toEqual([]);
});

test('analytics take every argument at once', async () => {
  const revenue: Every<'getRevenue'> & Every<'getCreatorAnalytics'> & Every<'getEmployeeAnalytics'> = days;
  const { revenue_cents } = await client.analytics.revenue(revenue);
  expect(revenue_cents).toBeGreaterThan(0);
  expect((await client.analytics.creators(revenue)).data).toMatchObject([{ creator_id: 'creator-1', revenue_cents }]);
  expect((await client.analytics.employees(revenue)).data).toMatchObject([{ user_id: 'user-1', revenue_cents }]);
  const series: Every<'getRevenueTimeseries'> = { ...days, user_ids: ['user-1'], granularity: 'month', breakdown: 'creator' };
  expect((await client.analytics.revenueTimeseries(series)).data).toMatchObject([{ creator_id: 'creator-1', revenue_cents }]);
});

test('what is read of a webhook endpoint takes every argument at once', async () => {
  const endpoint_id = agency.ids.endpoint_id!;
  const recent = { start: new Date(Date.now() - 3_600_000).toISOString(), end: new Date(Date.now() + 3_600_000).toISOString() };
  const stats: Every<'getWebhookStats'> = { endpoint_id, ...recent };
  expect((await client.webhooks.stats(stats)).data).toHaveLength(5);
  const filters = { event_types: ['order.created', 'ping'] as ['order.created', 'ping'], outcomes: ['http_status', '5xx'], ...recent };
  const failures: Every<'listWebhookFailures'> = { endpoint_id, ...filters, limit: 100 };
  expect((await client.webhooks.listFailures(failures)).data).toMatchObject([{ id: agency.ids.failure_id }]);
  const deliveries: Every<'listWebhookDeliveries'> = { ...failures, statuses: ['failed', 'pending'], limit: 200 };
  expect((await client.webhooks.listDeliveries(deliveries)).data).toMatchObject([{ status: 'failed' }]);
  const replay: Every<'replayWebhookFailures'> = { endpoint_id, event_types: ['order.created'], dry_run: false, ...recent };
  const counted = {
    replayed_count: 1,
    waiting_count: 0,
    by_event_type: [{ event_type: 'order.created', count: 1 }],
  };
  expect(await client.webhooks.replayFailures({ ...replay, dry_run: true })).toEqual({
    ...counted,
    forecast: expect.any(Object) as unknown,
  });
  expect(await client.webhooks.replayFailures(replay)).toEqual(counted);
});
