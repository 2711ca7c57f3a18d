import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creator, fan, order, refund } from '../records/records.ts';
import { instantNear, isInverted, isWithin, Lists, newestFirst, runs, sampleOf, someFilters, someOf, type Expected } from './lists.ts';

const creators = ['c1', 'c2', 'c3', 'c4'];
const fans = ['f1', 'f2', 'f3', 'f4', 'f5'];
const types = ['tip', 'push', 'private_media', 'subscription'] as const;
const hour = (index: number) => new Date(Date.UTC(2026, 0, 1, index)).toISOString();
const hours = Array.from({ length: 30 }, (_, index) => hour(index));

/** Many share an instant; ids sort otherwise than they were made. */
const rows = sampleOf(
  fc.record({
    creator_id: fc.constantFrom(...creators),
    fan_id: fc.constantFrom(...fans, null),
    order_type: fc.constantFrom(...types),
    created_at: fc.constantFrom(...hours),
    amount_cents: fc.integer({ min: 0, max: 10_000 }),
  }),
  130,
  1,
).map((fields, index) => order(`o${(index * 37) % 130}`, fields.creator_id, fields));

const filters = someFilters({
  creator_ids: someOf(...creators, 'c9', 'né, no such id'),
  fan_ids: someOf(...fans, 'f9', "'; --"),
  order_types: someOf(...types),
  start: instantNear(hours),
  end: instantNear(hours),
});

let lists: Lists;
let restrictedKey: string;

beforeAll(async () => {
  lists = await Lists.start();
  await lists.ingest([
    ...creators.map((id) => creator(id)),
    fan('account-c1', 'f1'),
    fan('account-c2', 'f1'),
    ...rows,
    ...rows.slice(0, 20).map(({ id }) => refund(id)),
  ]);
  restrictedKey = await lists.agency.createKey({ creatorIds: ['c2', 'c3'] });
});
afterAll(() => lists.close());

type Filters = typeof filters extends fc.Arbitrary<infer Value> ? Value : never;

function expectedOf(query: Filters, reach: readonly string[]): Expected {
  if (isInverted(query.start, query.end)) return { refusal: '400 validation_failed' };
  const found = rows.filter(
    (row) =>
      reach.includes(row.creator_id) &&
      (!query.creator_ids || query.creator_ids.includes(row.creator_id)) &&
      (!query.fan_ids || (row.fan_id !== null && query.fan_ids.includes(row.fan_id))) &&
      (!query.order_types || query.order_types.includes(row.order_type)) &&
      isWithin(row.created_at, query.start, query.end),
  );
  return {
    ids: newestFirst(
      found,
      (row) => row.created_at,
      (row) => row.id,
    ).map(({ id }) => id),
  };
}

test('combinations of filters find what a plain filter finds, page by page', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 11, max: 200 }), fc.boolean(), async (query, limit, isRestricted) => {
      const [key, reach] = isRestricted ? [restrictedKey, ['c2', 'c3']] : [lists.agency.key, creators];
      // A comma separates values and cannot be part of one: such a value is two, of which none is an id.
      await lists.check('/v1/orders', query, limit, key, expectedOf(query, reach), ({ id }) => id);
    }),
    runs(70, 20_260_706),
  );
  expect(lists.outcomes.found).toBeGreaterThan(35);
  expect(lists.outcomes.refused).toBeGreaterThan(0);
});

const alone: Filters[] = [
  ...creators.map((id) => ({ creator_ids: [id] })),
  ...fans.map((id) => ({ fan_ids: [id] })),
  ...types.map((type) => ({ order_types: [type] })),
  { start: hour(15) },
  { end: hour(15) },
];

test.each([
  ['the whole agency', creators],
  ['a restricted key', ['c2', 'c3']],
])('each filter alone finds what a plain filter finds, for %s', async (_name, reach) => {
  const key = reach === creators ? lists.agency.key : restrictedKey;
  for (const query of alone) {
    const expected = expectedOf(query, reach) as { ids: string[] };
    expect(expected.ids.length, JSON.stringify(query)).toBeLessThan(rows.length);
    // A creator out of scope matches nothing; every other filter finds something.
    const isOutOfReach = query.creator_ids !== undefined && !reach.includes(query.creator_ids[0]!);
    expect(expected.ids.length > 0, JSON.stringify(query)).toBe(!isOutOfReach);
    await lists.check('/v1/orders', query, 25, key, expected, ({ id }) => id);
  }
});

test('a page of any size begins where the one before ended, also among equal instants', { timeout: 60_000 }, async () => {
  const all = expectedOf({}, creators) as { ids: string[] };
  for (const limit of [2, 7, 13, 65, 129, 130, 131, 200]) {
    expect(
      (await lists.walk('/v1/orders', {}, limit)).map(({ id }) => id),
      `limit ${limit}`,
    ).toEqual(all.ids);
  }
});
