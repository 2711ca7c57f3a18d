import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  ListFansRequest,
  ListOrdersRequest,
  ListPublicationsRequest,
  ListSentMessagesRequest,
} from '../../generated/interfaces/index.ts';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import type { Statement } from '../../server/database/client/sql.ts';
import { failedAttemptColumns, type AttemptCountRow } from '../../server/entities/attempt-counts.ts';
import { healthStatement, noAttempts } from '../../server/entities/endpoint-health.ts';
import { readIncidents } from '../../server/entities/endpoint-incident.ts';
import { authenticator } from '../../server/http/steps/authenticate.ts';
import { getCreatorAnalytics } from '../../server/resources/analytics/get-creator-analytics.ts';
import { getEmployeeAnalytics } from '../../server/resources/analytics/get-employee-analytics.ts';
import { getRevenueTimeseries } from '../../server/resources/analytics/get-revenue-timeseries.ts';
import { getRevenue } from '../../server/resources/analytics/get-revenue.ts';
import { listFans } from '../../server/resources/fans/list-fans.ts';
import { listOrders } from '../../server/resources/orders/list-orders.ts';
import { listPublications } from '../../server/resources/publications/list-publications.ts';
import { listSentMessages } from '../../server/resources/sent-messages/list-sent-messages.ts';
import { getWebhookStats } from '../../server/resources/webhooks/get-webhook-stats.ts';
import { listWebhookDeliveries } from '../../server/resources/webhooks/list-webhook-deliveries.ts';
import { listWebhookFailures } from '../../server/resources/webhooks/list-webhook-failures.ts';
import { makeLargeAgency, type LargeAgency } from './large-agency.ts';
import { cursors, explain, planners, statementOf, type AnyContext } from './plans.ts';

const limit = 50;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
/** Noon of a day, or hours after it: an hour from there lies within one daily partition at whatever time the test runs. */
const atNoon = (days: number, hours = 0) => {
  const date = new Date(daysAgo(days));
  return new Date(date.setUTCHours(12 + hours, 0, 0, 0)).toISOString();
};
const anHour = { start: atNoon(10), end: atNoon(10, 1) };
const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);

/** The first id of an instant. */
const idAt = (instant: number) => {
  const digits = instant.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
};

let large: LargeAgency;
beforeAll(async () => {
  large = await makeLargeAgency();
}, 120_000);
afterAll(() => large.close());

interface Wanted {
  /** Rows of large tables that may be read for one page. */
  readonly rows: number;
  readonly index: string | RegExp;
  readonly creatorIds?: readonly string[];
}

/** The page that follows a row `days` back: a cursor's cost is that of its position. */
function afterPosition(list: string, path: string, days: number, id: string): string {
  return cursors.encode({ list, agencyId: large.agencyId, path }, [daysAgo(days), id]);
}

/** A prepared statement has one plan for all values; one without a name is planned for its values each time. */
const plannersOf = ({ name }: Statement) => (name ? planners : planners.slice(0, 1));

type Lister<Request> = (request: Request, context: AnyContext, dependencies: { cursors: typeof cursors }) => Promise<unknown>;

async function expectPlan<Request>(list: Lister<Request>, request: Request, path: string, wanted: Wanted): Promise<void> {
  const statement = await statementOf(
    (context) => list(request, context, { cursors }),
    new TenantScope(large.agencyId, wanted.creatorIds ?? []),
    path,
  );
  for (const planner of plannersOf(statement)) {
    const plan = await explain(large.client, statement, planner);
    const told = `${planner}\n${statement.text}\n${plan.text}`;
    expect(plan.scannedTables, told).toEqual([]);
    expect(
      plan.indexes.some((index) => index === wanted.index || (wanted.index instanceof RegExp && wanted.index.test(index))),
      told,
    ).toBe(true);
    expect(plan.rowsRead, told).toBeLessThanOrEqual(wanted.rows);
    expect(plan.rowsSorted, told).toBeLessThanOrEqual(wanted.rows);
  }
}

const page = limit + 1;
/** A page read by its keys, then by its rows, and for each the fan's name. */
const merged = (runs: number, filtered = 1) => page * runs * filtered + 2 * page;

describe('orders', () => {
  const cases: readonly [string, Partial<ListOrdersRequest>, Wanted][] = [
    ['without filters', {}, { rows: 2 * page, index: 'orders_by_time' }],
    ['from the middle of a year on', { end: daysAgo(180) }, { rows: 2 * page, index: 'orders_by_time' }],
    ['of a day', { start: daysAgo(200), end: daysAgo(199) }, { rows: 2 * page, index: 'orders_by_time' }],
    ['of one creator', { creator_ids: ['c7'] }, { rows: merged(1), index: 'orders_by_creator' }],
    ['of many creators', { creator_ids: numbered('c', 50) }, { rows: merged(20), index: 'orders_by_creator' }],
    ['of a key for some creators', {}, { rows: merged(3), index: 'orders_by_creator', creatorIds: ['c1', 'c5', 'c9'] }],
    ['of fans', { fan_ids: numbered('f', 50) }, { rows: merged(50), index: 'orders_by_fan' }],
    [
      'of fans, for a key for some creators',
      { fan_ids: numbered('f', 10) },
      { rows: merged(10), index: 'orders_by_fan', creatorIds: ['c1'] },
    ],
    ['of every type', { order_types: ['tip', 'push', 'private_media', 'subscription'] }, { rows: merged(4), index: 'orders_by_type' }],
    ['of a rare type', { order_types: ['subscription'] }, { rows: merged(1), index: 'orders_by_type' }],
    ['of a creator and a type', { creator_ids: ['c1'], order_types: ['tip'] }, { rows: merged(1, 4), index: 'orders_by_creator' }],
  ];
  test.each(cases)('%s', (_name, request, wanted) => expectPlan(listOrders, { limit, ...request }, '/v1/orders', wanted));

  test('deep in the list', () => {
    const cursor = afterPosition('listOrders', '/v1/orders', 300, 'o');
    return expectPlan(listOrders, { limit, cursor }, '/v1/orders', { rows: 2 * page, index: 'orders_by_time' });
  });
});

describe('sent messages', () => {
  const cases: readonly [string, Partial<ListSentMessagesRequest>, Wanted][] = [
    ['without filters', {}, { rows: 2 * page, index: 'sent_messages_by_time' }],
    ['of a source', { sources: ['script'] }, { rows: page, index: 'sent_messages_by_time' }],
    ['of a day', { start: daysAgo(200), end: daysAgo(199) }, { rows: 2 * page, index: 'sent_messages_by_time' }],
    ['of one creator', { creator_ids: ['c7'] }, { rows: 2 * page, index: 'sent_messages_by_creator' }],
    ['of many creators', { creator_ids: numbered('c', 50) }, { rows: 41 * page, index: 'sent_messages_by_creator' }],
    ['of a key for some creators', {}, { rows: 6 * page, index: 'sent_messages_by_creator', creatorIds: ['c1', 'c5', 'c9'] }],
    ['of many employees', { user_ids: numbered('e', 50) }, { rows: 81 * page, index: 'sent_messages_by_user' }],
    [
      'of an employee, for a key for a creator',
      { user_ids: ['e3'] },
      { rows: 12 * page, index: 'sent_messages_by_user', creatorIds: ['c1'] },
    ],
  ];
  test.each(cases)('%s', (_name, request, wanted) => expectPlan(listSentMessages, { limit, ...request }, '/v1/sent-messages', wanted));

  test('deep in the list', () => {
    const cursor = afterPosition('listSentMessages', '/v1/sent-messages', 300, 's');
    return expectPlan(listSentMessages, { limit, cursor }, '/v1/sent-messages', { rows: 2 * page, index: 'sent_messages_by_time' });
  });
});

describe('fans', () => {
  const path = '/v1/accounts/a1/fans';
  const everyBuyer = { min_spend_cents: 1, last_purchase_after: daysAgo(9_000), last_purchase_before: daysAgo(-9_000) };
  const cases: readonly [string, Partial<ListFansRequest>, Wanted][] = [
    ['without filters', {}, { rows: page, index: 'fans_by_recency' }],
    ['for a key for the creator', {}, { rows: page, index: 'fans_by_recency', creatorIds: ['c1'] }],
    [
      'with the least selective filters',
      { statuses: ['active_subscriber', 'former_subscriber', 'interested'], exclude_tag_ids: ['t1'], is_online: 'false' },
      { rows: 2 * page, index: 'fans_by_recency' },
    ],
    ['with one common filter', { is_online: 'true' }, { rows: 11 * page, index: 'fans_by_recency' }],
    ['with tags', { has_tags: 'true' }, { rows: 5 * page, index: 'fans_by_recency' }],
    ['with the least selective filters on purchases', everyBuyer, { rows: 3 * page, index: 'fans_by_recency' }],
    ['who bought for a lot', { min_spend_cents: 9_990 }, { rows: 400, index: 'fan_spends_by_sum' }],
    ['of an employee', { assigned_user_ids: ['e3'] }, { rows: 2 * page, index: 'fans_by_employee' }],
    ['of many employees', { assigned_user_ids: numbered('e', 50) }, { rows: 41 * page, index: 'fans_by_employee' }],
    [
      'with every filter',
      {
        assigned_user_ids: ['e3', 'e4'],
        tag_ids: ['t5'],
        exclude_tag_ids: ['t6'],
        has_tags: 'true',
        statuses: ['interested'],
        is_online: 'true',
        ...everyBuyer,
      },
      { rows: 2 * 1_300, index: 'fans_by_employee' },
    ],
  ];
  test.each(cases)('%s', (_name, request, wanted) => expectPlan(listFans, { limit, account_id: 'a1', ...request }, path, wanted));

  test('deep in the list', () => {
    const cursor = afterPosition('listFans', path, 290, 'f');
    return expectPlan(listFans, { limit, account_id: 'a1', cursor }, path, { rows: page, index: 'fans_by_recency' });
  });
});

test.each([
  ['whole agency', [], page],
  ['some creators', ['c1', 'c2'], 3 * page],
] as const)('publications of the %s', (_name, creatorIds, rows) =>
  expectPlan<ListPublicationsRequest>(listPublications, { limit }, '/v1/publications', {
    rows,
    index: 'publications_by_time',
    creatorIds,
  }),
);

/** A run of each partition, type and status begins with a row, and is read no further than the page goes. */
describe.each([
  ['failures', listWebhookFailures, /^delivery_failures_\d{8}_pkey$/],
  ['deliveries', listWebhookDeliveries, /^delivery_history_\d{8}_pkey$/],
] as const)('%s of an endpoint', (_list, handler, index) => {
  test.each([
    ['all', {}, 6 * page, []],
    ['of a common type', { event_types: ['order.created'] }, 4 * page, []],
    ['of a rare type', { event_types: ['ping'] }, 4 * page, []],
    ['of types of which there is none', { event_types: ['order.refunded', 'assignment.updated'] }, 5, []],
    ['of a rare type, in an hour in which there is none', { event_types: ['ping'], ...anHour }, 5, []],
    ['of an hour', anHour, 3 * page, []],
    ['for a key for the creator', {}, 6 * page, ['c1']],
  ] as const)('%s', (_name, request, rows, creatorIds) =>
    expectPlan(handler as Lister<object>, { limit, endpoint_id: large.endpointId, ...request }, '/', {
      rows,
      index,
      creatorIds,
    }),
  );

  test('deep in the list', () => {
    const list = index.source.includes('failures') ? 'listWebhookFailures' : 'listWebhookDeliveries';
    const cursor = cursors.encode({ list, agencyId: large.agencyId, path: '/' }, [idAt(Date.now() - 20 * 86_400_000)]);
    return expectPlan(handler as Lister<object>, { limit, endpoint_id: large.endpointId, cursor }, '/', { rows: 6 * page, index });
  });
});

test.each([
  ['that are pending', { statuses: ['pending'] }, 2 * page, []],
  ['that were delivered', { statuses: ['delivered'] }, 4 * page, []],
  ['that failed', { statuses: ['failed'] }, 4 * page, []],
  ['that are over', { statuses: ['delivered', 'failed'] }, 6 * page, []],
  ['that failed within an hour', { statuses: ['failed'], ...anHour }, 2 * page, []],
  ['of a status, type and hour', { statuses: ['delivered'], event_types: ['order.created'], ...anHour }, 2 * page, []],
  ['of a status, for a key for the creator', { statuses: ['delivered'] }, 4 * page, ['c1']],
  ['that failed, of a type of which none did', { statuses: ['failed'], event_types: ['order.created'] }, 5, []],
  ['of a status and type of which there is none', { statuses: ['delivered'], event_types: ['ping'] }, 5, []],
  ['of a status and type of which there is none, for a key for the creator', { statuses: ['delivered'], event_types: ['ping'] }, 5, ['c1']],
] as const)('deliveries of an endpoint %s', (_name, request, rows, creatorIds) =>
  expectPlan(listWebhookDeliveries as Lister<object>, { limit, endpoint_id: large.endpointId, ...request }, '/', {
    rows,
    index: /^(delivery_queue|delivery_history_\d{8})_pkey$/,
    creatorIds,
  }),
);

test('deliveries of an endpoint of a status and type, deep in the list', () => {
  const cursor = cursors.encode({ list: 'listWebhookDeliveries', agencyId: large.agencyId, path: '/' }, [
    idAt(Date.now() - 20 * 86_400_000),
  ]);
  const request = { limit, endpoint_id: large.endpointId, statuses: ['delivered'], event_types: ['order.created'], cursor };
  return expectPlan(listWebhookDeliveries as Lister<object>, request, '/', { rows: 4 * page, index: /^delivery_history_\d{8}_pkey$/ });
});

describe('the statistics of an endpoint', () => {
  const hours = 24;
  test.each([
    ['of 90 days read the hours', { start: daysAgo(90) }, 90 * hours + 3 * 60, []],
    ['of 90 days read the hours, for a key for the creator', { start: daysAgo(90) }, 90 * hours + 3 * 60, ['c1']],
    ['of a week', {}, 7 * hours + 4 * 60, []],
    ['of an hour', { start: daysAgo(1 / 24) }, 2 * 60, []],
    ['of 30 days that ended long ago', { start: daysAgo(80), end: daysAgo(50) }, 30 * hours + 3 * 60, []],
  ] as const)('%s', async (_name, window, rows, creatorIds) => {
    const request = { endpoint_id: large.endpointId, ...window };
    const statement = await statementOf((context) => getWebhookStats(request, context), new TenantScope(large.agencyId, creatorIds));
    for (const planner of plannersOf(statement)) {
      const plan = await explain(large.client, statement, planner);
      expect(plan.scannedTables, plan.text).toEqual([]);
      expect(plan.rowsRead, plan.text).toBeLessThanOrEqual(rows);
      expect(plan.indexes, plan.text).toContain('delivery_minutes_pkey');
    }
  });
});

describe('the health and the incident of an endpoint', () => {
  beforeAll(async () => {
    await large.client.query(
      `
      INSERT INTO endpoint_episodes
      SELECT $ids 1, now() - interval '20 days', m.minute, m.minute, 0, 0, 400, 100, 0, 0, 0, 0, 0
        FROM webhook_endpoints e, (SELECT date_trunc('minute', now() - interval '20 days') AS minute) m;
      INSERT INTO episode_errors SELECT $ids (400 + n)::text, 1, 'http_status', 1, now(), now() FROM webhook_endpoints e, generate_series(1, 60) n;
      ANALYZE endpoint_episodes, episode_errors`.replaceAll('$ids', 'e.agency_id, e.id,'),
    );
  });

  /** The statements of an endpoint that fails since an hour. */
  const statements = async (): Promise<Statement[]> => {
    const asked: Statement[] = [];
    const counts = Object.fromEntries(failedAttemptColumns.map((column) => [column, 1])) as Omit<AttemptCountRow, 'delivered_count'>;
    const episode = {
      ...counts,
      began_at: daysAgo(1 / 24),
      last_failed_at: new Date().toISOString(),
      delivered_before: 0,
      delivered_count: 0,
      accepted: 0,
      accepted_minute: null,
      has_ended: false,
    };
    const row = { ...noAttempts({ id: large.endpointId }), episode };
    const endpoint = {
      id: large.endpointId,
      status: 'active',
      disabled_reason: null,
      disabled_at: null,
      enabled_at: new Date(daysAgo(90)),
      episode_disabled_at: null,
      containment_id: null,
    } as const;
    const data = {
      isScoped: true,
      query: async <Row>(statement: Statement) => {
        asked.push(statement);
        return [] as Row[];
      },
    };
    await readIncidents(data, [endpoint], new Map([[endpoint.id, row]]));
    return [healthStatement([endpoint], true), ...asked];
  };

  test.each([
    ['for the whole agency', []],
    ['for a key for the creator', ['c1']],
  ])(
    'read short ranges of the keys, however old the episode is and however many minutes and failures there are, %s',
    async (_name, creatorIds) => {
      const [health, counts] = await statements();
      const scoped = (statement: Statement) => new ScopedStatements().addScope(new TenantScope(large.agencyId, creatorIds), statement);
      for (const [statement, rows] of [
        // The latest minute, the minutes of the window, and those until the episode ended, with one more. If they are due by now, the pending deliveries.
        [scoped(health!), 1 + 6 + 7 + 510],
        // The outcomes, and the failures of an hour.
        [scoped(counts!), 60 + 15],
      ] as const) {
        for (const planner of planners) {
          const plan = await explain(large.client, statement, planner);
          expect(plan.scannedTables, plan.text).toEqual([]);
          expect(plan.rowsRead, plan.text).toBeLessThanOrEqual(rows);
        }
      }
    },
  );
});

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const window = (days: number, timezone = 'America/New_York') => ({ start: day(days), end: day(1), timezone });

type Operation = (request: any, context: AnyContext) => Promise<unknown>;

/** By operation: a request, how many rows of the roll-ups it may read, and the reach of the key. */
const cases: readonly [string, Operation, object, number, readonly string[]][] = [
  ['revenue of a year', getRevenue, window(350), 5_000, []],
  ['revenue of a year, for a key for some creators', getRevenue, window(350), 5_000, ['c1', 'c2']],
  ['revenue of a year of one creator', getRevenue, { ...window(350), creator_ids: ['c3'] }, 5_000, []],
  ['a year by week', getRevenueTimeseries, { ...window(350), granularity: 'week' }, 8_000, []],
  [
    'a year by week in a zone of three quarters of an hour',
    getRevenueTimeseries,
    { ...window(350, 'Asia/Kathmandu'), granularity: 'week' },
    12_000,
    [],
  ],
  ['a year by month and creator', getRevenueTimeseries, { ...window(350), granularity: 'month', breakdown: 'creator' }, 8_000, []],
  ['a year by week of some employees', getRevenueTimeseries, { ...window(350), granularity: 'week', user_ids: ['e1', 'e5'] }, 25_000, []],
  ['a month by day', getRevenueTimeseries, { ...window(31), granularity: 'day' }, 6_000, []],
  ['a week by hour', getRevenueTimeseries, { ...window(7), granularity: 'hour' }, 3_000, []],
  ['creators of 90 days', getCreatorAnalytics, window(90), 3_000, []],
  ['creators of 90 days, for a key for some creators', getCreatorAnalytics, window(90), 3_000, ['c1', 'c2']],
  ['employees of a year', getEmployeeAnalytics, window(350), 8_000, []],
];

describe('analytics read ranges of the roll-ups, from their indexes alone', () => {
  test.each(cases)('%s', async (_name, operation, request, rows, creatorIds) => {
    const statement = await statementOf((context) => operation(request, context), new TenantScope(large.agencyId, creatorIds));
    for (const planner of plannersOf(statement)) {
      const plan = await explain(large.client, statement, planner);
      const message = `${planner}\n${statement.text}\n${plan.text}`;
      expect(plan.scannedTables, message).toEqual([]);
      expect(plan.rowsRead, message).toBeLessThanOrEqual(rows);
      expect(plan.indexes, message).not.toEqual([]);
      for (const index of plan.indexes) expect(['activity_blocks_pkey', 'revenue_quarters_pkey', 'message_quarters_pkey']).toContain(index);
      expect(plan.text, message).not.toContain('"Node Type": "Index Scan"');
    }
  });
});

test.each(planners)('a key among 20,000 and its window are found by their indexes (%s)', async (planner) => {
  const statements: Statement[] = [];
  const sql = {
    query: async <Row>(statement: Statement): Promise<Row[]> => {
      statements.push(statement);
      return [];
    },
  };
  const admit = authenticator(sql, () => createHash('sha256').update('77').digest());
  await expect(admit('Bearer key', { operationId: 'listOrders', rateLimit: { requests: 600, windowSeconds: 60 } })).rejects.toThrow();
  const [{ text, values }] = statements as [Statement];
  const [hashes, ...rest] = values as [Buffer[], ...unknown[]];
  const plan = await explain(large.client, { text, values: [hashes.map((hash) => `\\x${hash.toString('hex')}`), ...rest] }, planner);
  expect(plan.scannedTables, plan.text).toEqual([]);
  expect(plan.indexes, plan.text).toContain('api_keys_key_hash_key');
  expect(plan.rowsRead, plan.text).toBeLessThanOrEqual(2);
});

/** Each reads at least five times as much when it is planned once for all values. */
describe('statements that are planned for their values', () => {
  // Early in a day: one plan for all values also reads the rows of that day that are newer than the cursor.
  const earlyInADay = () => new Date(daysAgo(20)).setUTCHours(3, 0, 0, 0);
  const lastPage = () => cursors.encode({ list: 'listWebhookDeliveries', agencyId: large.agencyId, path: '/' }, [idAt(earlyInADay())]);
  test.each([
    [
      'the best buyers among fans',
      listFans as Lister<any>,
      () => ({ limit, account_id: 'a1', min_spend_cents: 9_990 }),
      '/v1/accounts/a1/fans',
    ],
    [
      'deliveries of a status and type, deep in the list',
      listWebhookDeliveries as Lister<any>,
      () => ({ limit, endpoint_id: large.endpointId, statuses: ['delivered'], event_types: ['order.created'], cursor: lastPage() }),
      '/',
    ],
  ])('%s', async (_name, list, request, path) => {
    const statement = await statementOf((context) => list(request(), context, { cursors }), new TenantScope(large.agencyId, []), path);
    expect(statement.name).toBeUndefined();
    const custom = await explain(large.client, statement, 'force_custom_plan');
    const generic = await explain(large.client, statement, 'force_generic_plan');
    expect(generic.rowsRead, `${custom.rowsRead}\n${generic.text}`).toBeGreaterThan(5 * custom.rowsRead);
  });
});
