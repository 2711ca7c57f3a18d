import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attempt } from '../api/webhooks/fixture.ts';
import { creator } from '../records/records.ts';
import { instantNear, isInverted, isWithin, Lists, newestFirst, runs, sampleOf, someFilters, someOf, type Expected } from './lists.ts';

const types = ['order.created', 'order.refunded', 'assignment.updated', 'conversation.ai_control_requested', 'ping'];
const statuses = ['pending', 'delivered', 'failed'];
const codes = [404, 500, 503];
const hoursAgo = (hours: number) => new Date(Math.floor(Date.now() / 3_600_000 - hours) * 3_600_000).toISOString();
const instants = Array.from({ length: 15 }, (_, index) => hoursAgo(2 + index * 40));
/** Deliveries and failures are retained 30 days, and gone with their day after that. */
const expired = [hoursAgo(30 * 24 + 1), hoursAgo(31 * 24 - 1)];

interface Row {
  readonly id: string;
  readonly endpoint: number;
  readonly type: string;
  readonly creator: string;
  readonly status: string;
  readonly at: string;
  readonly code: number;
}

const drafts = sampleOf(
  fc.record({
    endpoint: fc.constantFrom(0, 0, 0, 1),
    type: fc.constantFrom(...types),
    creator: fc.constantFrom('c1', 'c1', 'c2'),
    status: fc.constantFrom(...statuses),
    code: fc.constantFrom(...codes),
    at: fc.constantFrom(...instants, ...instants, ...expired),
  }),
  160,
  5,
);

let lists: Lists;
let endpointIds: string[];
let restrictedKey: string;
let failures: Row[];
let deliveries: Row[];

/** Rows as the deliverer writes them; ids are made by the database and differ from run to run. */
async function insert(text: string): Promise<Row[]> {
  const columns = [
    drafts.map(({ endpoint }) => endpointIds[endpoint]),
    drafts.map(({ type }) => type),
    drafts.map(({ status }) => status),
    drafts.map(({ at }) => at),
    drafts.map(({ type, creator: id }) => (type === 'ping' ? null : id)),
    drafts.map(({ code }) => JSON.stringify({ ...attempt, status_code: code })),
  ];
  const ids = await lists.service.database.query<{ id: string; number: number }>({ text, values: [lists.agency.id, ...columns] });
  return drafts.map((draft, index) => ({ ...draft, id: ids.find(({ number }) => number === index + 1)!.id }));
}

const withDrafts = `
  WITH drafts AS MATERIALIZED (
    SELECT d.*, uuidv7() AS event_id, id_at(d.at) AS id
      FROM unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::text[])
           WITH ORDINALITY AS d (endpoint_id, type, status, at, creator_id, attempt, number)
  )`;

beforeAll(async () => {
  lists = await Lists.start();
  await lists.ingest([creator('c1'), creator('c2')]);
  restrictedKey = await lists.agency.createKey({ creatorIds: ['c1'] });
  endpointIds = await Promise.all(
    [{ allowed_creator_ids: ['c1'] }, {}].map(async (scope) => {
      const body = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'], ...scope };
      return (await lists.service.request('POST', '/v1/webhooks', { key: lists.agency.key, body })).body.id as string;
    }),
  );
  failures = await insert(`${withDrafts}, rows AS (
    INSERT INTO delivery_failures (id, agency_id, endpoint_id, event_id, event_type, creator_id, occurred_at, delivery_id, error, attempts, data)
    SELECT id, $1, endpoint_id, event_id, type, creator_id, at, uuidv7(), 'http_status', ARRAY[attempt], '{}' FROM drafts)
    SELECT id, number FROM drafts`);
  deliveries = await insert(`${withDrafts}, pending AS (
    INSERT INTO delivery_queue (id, agency_id, endpoint_id, event_id, event_type, creator_id, occurred_at, generation, due_at, attempts)
    SELECT id, $1, endpoint_id, event_id, type, creator_id, at, 1, at + interval '1 year', ARRAY[attempt] FROM drafts WHERE status = 'pending'
  ), over AS (
    INSERT INTO delivery_history (id, agency_id, endpoint_id, event_id, event_type, status, creator_id, attempts)
    SELECT id, $1, endpoint_id, event_id, type, status, creator_id, ARRAY[attempt] FROM drafts WHERE status <> 'pending')
    SELECT id, number FROM drafts`);
});
afterAll(() => lists.close());

interface Filters {
  readonly event_types: string[];
  readonly statuses: string[];
  readonly outcomes: string[];
  readonly start: string;
  readonly end: string;
}

function expectedOf(rows: readonly Row[], endpoint: number, isRestricted: boolean, query: Partial<Filters>): Expected {
  if (isInverted(query.start, query.end)) return { refusal: '400 validation_failed' };
  // The second endpoint is of the whole agency: a restricted key does not see it.
  if (isRestricted && endpoint === 1) return { refusal: '404 unknown_webhook_endpoint' };
  const found = rows.filter(
    (row) =>
      row.endpoint === endpoint &&
      !expired.includes(row.at) &&
      // On an endpoint in scope, a restricted key sees what is of its creators, and the pings.
      (!isRestricted || row.creator === 'c1' || row.type === 'ping') &&
      (!query.event_types || query.event_types.includes(row.type)) &&
      (!query.outcomes || query.outcomes.some((outcome) => [`${row.code}`, `${String(row.code)[0]}xx`].includes(outcome))) &&
      (!query.statuses || query.statuses.includes(row.status)) &&
      isWithin(row.at, query.start, query.end),
  );
  return {
    ids: newestFirst(
      found,
      ({ at }) => at,
      ({ id }) => id,
    ).map(({ id }) => id),
  };
}

const common = {
  event_types: someOf(...types),
  outcomes: someOf('404', '500', '5xx', '204'),
  start: instantNear(instants),
  end: instantNear(instants),
};

test.each([
  ['failures', () => failures, someFilters(common), 100, 20_260_709],
  ['deliveries', () => deliveries, someFilters({ ...common, statuses: someOf(...statuses) }), 200, 20_260_710],
] as const)(
  'combinations of filters of the %s find what a plain filter finds, page by page',
  { timeout: 120_000 },
  async (name, rows, filters, most, seed) => {
    Object.assign(lists.outcomes, { refused: 0, empty: 0, found: 0 });
    await fc.assert(
      fc.asyncProperty(
        filters as fc.Arbitrary<Partial<Filters>>,
        fc.integer({ min: 9, max: most }),
        fc.constantFrom(0, 0, 0, 1),
        fc.boolean(),
        async (query, limit, endpoint, isRestricted) => {
          const expected = expectedOf(rows(), endpoint, isRestricted, query);
          await lists.check(
            `/v1/webhooks/${endpointIds[endpoint]}/${name}`,
            query,
            limit,
            isRestricted ? restrictedKey : lists.agency.key,
            expected,
            ({ id }) => id,
          );
        },
      ),
      runs(55, seed),
    );
    expect(lists.outcomes.found).toBeGreaterThan(27);
    expect(lists.outcomes.refused).toBeGreaterThan(0);
  },
);

const alone: Partial<Filters>[] = [
  ...types.map((type) => ({ event_types: [type] })),
  ...statuses.map((status) => ({ statuses: [status] })),
  { outcomes: ['503'] },
  { outcomes: ['5xx'] },
  { start: instants[7]! },
  { end: instants[7]! },
];

test.each([
  ['failures', () => failures, alone.filter(({ statuses: given }) => given === undefined)],
  ['deliveries', () => deliveries, alone],
] as const)('each filter of the %s alone finds what a plain filter finds, and something', async (name, rows, filters) => {
  const all = expectedOf(rows(), 0, false, {}) as { ids: string[] };
  for (const query of filters) {
    const expected = expectedOf(rows(), 0, false, query) as { ids: string[] };
    expect(expected.ids.length, JSON.stringify(query)).toBeGreaterThan(0);
    expect(expected.ids.length, JSON.stringify(query)).toBeLessThan(all.ids.length);
    await lists.check(`/v1/webhooks/${endpointIds[0]}/${name}`, query, 25, lists.agency.key, expected, ({ id }) => id);
  }
});
