import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creator, send } from '../records/records.ts';
import { instantNear, isInverted, isWithin, Lists, newestFirst, runs, sampleOf, someFilters, someOf, type Expected } from './lists.ts';

const creators = ['c1', 'c2', 'c3', 'c4'];
const users = ['u1', 'u2', 'u3'];
const sources = ['messaging', 'script'] as const;
const daysAgo = (days: number) => new Date(Math.floor(Date.now() / 86_400_000 - days) * 86_400_000).toISOString();
const recent = Array.from({ length: 20 }, (_, index) => daysAgo(5 + index * 30));
/** Out of the projection by now. */
const old = [daysAgo(800), daysAgo(1_000)];

const rows = sampleOf(
  fc.record({
    creator_id: fc.constantFrom(...creators),
    sent_by_user_id: fc.constantFrom(...users, null),
    source: fc.constantFrom(...sources),
    sent_at: fc.constantFrom(...recent, ...recent, ...old),
    fan_id: fc.constantFrom('f1', null),
  }),
  140,
  2,
).map((fields, index) => send(`s${(index * 31) % 140}`, fields.creator_id, fields));

const filters = someFilters({
  user_ids: someOf(...users, 'u9'),
  creator_ids: someOf(...creators, 'c9'),
  sources: someOf(...sources),
  start: instantNear(recent),
  end: instantNear(recent),
});
type Filters = typeof filters extends fc.Arbitrary<infer Value> ? Value : never;

let lists: Lists;
let restrictedKey: string;

beforeAll(async () => {
  lists = await Lists.start();
  await lists.ingest([...creators.map((id) => creator(id)), ...rows]);
  await lists.refreshProjections();
  restrictedKey = await lists.agency.createKey({ creatorIds: ['c1', 'c4'] });
});
afterAll(() => lists.close());

function expectedOf(query: Filters, reach: readonly string[]): Expected {
  if (isInverted(query.start, query.end)) return { refusal: '400 validation_failed' };
  const found = rows.filter(
    (row) =>
      !old.includes(row.sent_at) &&
      reach.includes(row.creator_id) &&
      (!query.user_ids || (row.sent_by_user_id !== null && query.user_ids.includes(row.sent_by_user_id))) &&
      (!query.creator_ids || query.creator_ids.includes(row.creator_id)) &&
      (!query.sources || query.sources.includes(row.source)) &&
      isWithin(row.sent_at, query.start, query.end),
  );
  return {
    ids: newestFirst(
      found,
      (row) => row.sent_at,
      (row) => row.id,
    ).map(({ id }) => id),
  };
}

test('combinations of filters find what a plain filter finds, page by page', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 8, max: 200 }), fc.boolean(), async (query, limit, isRestricted) => {
      const [key, reach] = isRestricted ? [restrictedKey, ['c1', 'c4']] : [lists.agency.key, creators];
      await lists.check('/v1/sent-messages', query, limit, key, expectedOf(query, reach), ({ id }) => id);
    }),
    runs(70, 20_260_707),
  );
  expect(lists.outcomes.found).toBeGreaterThan(35);
  expect(lists.outcomes.refused).toBeGreaterThan(0);
});

const alone: Filters[] = [
  ...users.map((id) => ({ user_ids: [id] })),
  ...creators.map((id) => ({ creator_ids: [id] })),
  ...sources.map((source) => ({ sources: [source] })),
  { start: recent[9]! },
  { end: recent[9]! },
];

test.each([
  ['the whole agency', creators],
  ['a restricted key', ['c1', 'c4']],
])('each filter alone finds what a plain filter finds, for %s', async (_name, reach) => {
  const key = reach === creators ? lists.agency.key : restrictedKey;
  const all = expectedOf({}, reach) as { ids: string[] };
  for (const query of alone) {
    const expected = expectedOf(query, reach) as { ids: string[] };
    expect(expected.ids.length, JSON.stringify(query)).toBeLessThan(all.ids.length);
    // A creator out of scope matches nothing; every other filter finds something.
    const isOutOfReach = query.creator_ids !== undefined && !reach.includes(query.creator_ids[0]!);
    expect(expected.ids.length > 0, JSON.stringify(query)).toBe(!isOutOfReach);
    await lists.check('/v1/sent-messages', query, 25, key, expected, ({ id }) => id);
  }
});
