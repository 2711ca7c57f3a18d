import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creator, employee, fan, order, refund, tag } from '../records/records.ts';
import { instantNear, isWithin, Lists, newestFirst, runs, sampleOf, someFilters, someOf, type Expected } from './lists.ts';

const path = '/v1/accounts/account-c1/fans';
const tags = ['t1', 't2', 't3', 't4'];
const employees = ['e1', 'e2', 'e3'];
const statuses = ['active_subscriber', 'former_subscriber', 'interested'] as const;
const day = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString();
const days = Array.from({ length: 12 }, (_, index) => day(index));

const fans = sampleOf(
  fc.record({
    related_at: fc.constantFrom(...days),
    tag_ids: fc.uniqueArray(fc.constantFrom(...tags), { maxLength: 3 }),
    subscription_status: fc.constantFrom(...statuses),
    is_online: fc.boolean(),
    employee: fc.constantFrom(...employees, null, null),
    fan_username: fc.constantFrom('someone', null),
  }),
  110,
  3,
).map(({ employee: assigned, ...fields }, index) => ({ assigned, record: fan('account-c1', `f${(index * 29) % 110}`, fields) }));

/** Purchases on this account and on another one, some of them subscriptions, some refunded, some before their fan is known. */
const purchases = sampleOf(
  fc.record({
    creator: fc.constantFrom('c1', 'c1', 'c1', 'c2'),
    fan: fc.integer({ min: 0, max: 80 }),
    type: fc.constantFrom('tip', 'push', 'private_media', 'subscription' as const),
    amount: fc.constantFrom(0, 1, 500, 1_000, 2_500),
    at: fc.constantFrom(...days),
    isRefunded: fc.boolean(),
  }),
  160,
  4,
).map((purchase, index) => ({
  ...purchase,
  record: order(`o${index}`, purchase.creator, {
    fan_id: `f${purchase.fan}`,
    order_type: purchase.type,
    amount_cents: purchase.amount,
    created_at: purchase.at,
  }),
}));

const filters = someFilters({
  assigned_user_ids: someOf(...employees, 'e9'),
  tag_ids: fc.oneof({ weight: 9, arbitrary: someOf(...tags) }, { weight: 1, arbitrary: someOf(...tags, 't9') }),
  exclude_tag_ids: fc.oneof({ weight: 9, arbitrary: someOf(...tags) }, { weight: 1, arbitrary: someOf(...tags, 't8') }),
  has_tags: fc.constantFrom('true', 'false'),
  statuses: someOf(...statuses),
  min_spend_cents: fc.constantFrom(1, 2, 500, 1_000, 2_501, 5_000),
  last_purchase_after: instantNear(days),
  last_purchase_before: instantNear(days),
  is_online: fc.constantFrom('true', 'false'),
});
type Filters = typeof filters extends fc.Arbitrary<infer Value> ? Value : never;

let lists: Lists;
let restrictedKey: string;

beforeAll(async () => {
  lists = await Lists.start();
  await lists.ingest([
    ...['c1', 'c2'].map((id) => creator(id)),
    ...employees.map((id) => employee(id)),
    ...tags.map((id, index) => tag(id, { position: tags.length - index })),
    ...purchases.slice(0, 80).map(({ record }) => record),
    ...fans.map(({ record }) => record),
    fan('account-c2', 'f1'),
  ]);
  await lists.ingest([
    ...purchases.slice(80).map(({ record }) => record),
    ...purchases.filter(({ isRefunded }) => isRefunded).map(({ record }) => refund(record.id, day(20))),
  ]);
  await lists.service.database.query({
    text: `UPDATE fans f SET assigned_user_id = a.employee, assigned_at = now()
             FROM unnest($2::text[], $3::text[]) AS a (fan_id, employee)
            WHERE f.agency_id = $1 AND f.account_id = 'account-c1' AND f.fan_id = a.fan_id`,
    values: [lists.agency.id, fans.map(({ record }) => record.fan_id), fans.map(({ assigned }) => assigned)],
  });
  restrictedKey = await lists.agency.createKey({ creatorIds: ['c1'] });
});
afterAll(() => lists.close());

/** The à-la-carte purchases that count for a fan of the account. */
function spendOf(fanId: string): { cents: number; last: string | undefined } {
  const counted = purchases.filter(
    ({ creator: id, fan: number, type, isRefunded }) => id === 'c1' && `f${number}` === fanId && type !== 'subscription' && !isRefunded,
  );
  return {
    cents: counted.reduce((sum, { amount }) => sum + amount, 0),
    last: counted
      .map(({ at }) => at)
      .sort()
      .at(-1),
  };
}

function meetsPurchases(
  fanId: string,
  { min_spend_cents: least, last_purchase_after: after, last_purchase_before: before }: Filters,
): boolean {
  const { cents, last } = spendOf(fanId);
  if (least !== undefined && cents < least) return false;
  return (after === undefined && before === undefined) || (last !== undefined && isWithin(last, after, before));
}

function expectedOf(query: Filters): Expected {
  const { tag_ids: wanted, exclude_tag_ids: excluded, has_tags: hasTags } = query;
  if (wanted && (hasTags === 'false' || excluded?.some((id) => wanted.includes(id)))) return { refusal: '400 validation_failed' };
  if ([...(wanted ?? []), ...(excluded ?? [])].some((id) => !tags.includes(id))) return { refusal: '422 unknown_tag' };
  const found = fans.filter(
    ({ assigned, record }) =>
      (!query.assigned_user_ids || (assigned !== null && query.assigned_user_ids.includes(assigned))) &&
      (!wanted || record.tag_ids.some((id) => wanted.includes(id))) &&
      !record.tag_ids.some((id) => excluded?.includes(id)) &&
      (hasTags === undefined || record.tag_ids.length > 0 === (hasTags === 'true')) &&
      (!query.statuses || query.statuses.includes(record.subscription_status)) &&
      (query.is_online === undefined || record.is_online === (query.is_online === 'true')) &&
      meetsPurchases(record.fan_id, query),
  );
  return {
    ids: newestFirst(
      found,
      ({ record }) => record.related_at,
      ({ record }) => record.fan_id,
    ).map(({ record }) => record.fan_id),
  };
}

test('combinations of filters find what a plain filter finds, page by page', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 5, max: 200 }), fc.boolean(), async (query, limit, isRestricted) => {
      await lists.check(path, query, limit, isRestricted ? restrictedKey : lists.agency.key, expectedOf(query), ({ fan_id }) => fan_id);
    }),
    runs(90, 20_260_708),
  );
  expect(lists.outcomes.found).toBeGreaterThan(45);
  expect(lists.outcomes.refused).toBeGreaterThan(0);
});

const alone: Filters[] = [
  ...employees.map((id) => ({ assigned_user_ids: [id] })),
  ...tags.flatMap((id) => [{ tag_ids: [id] }, { exclude_tag_ids: [id] }]),
  ...['true', 'false'].flatMap((flag) => [{ has_tags: flag }, { is_online: flag }]),
  ...statuses.map((status) => ({ statuses: [status] })),
  ...[1, 500, 501].map((least) => ({ min_spend_cents: least })),
  { last_purchase_after: day(6) },
  { last_purchase_before: day(6) },
] as Filters[];

test('each filter alone finds what a plain filter finds, and at least one fan', { timeout: 60_000 }, async () => {
  for (const query of alone) {
    const expected = expectedOf(query) as { ids: string[] };
    expect(expected.ids.length, JSON.stringify(query)).toBeGreaterThan(0);
    expect(expected.ids.length, JSON.stringify(query)).toBeLessThan(fans.length);
    await lists.check(path, query, 200, lists.agency.key, expected, ({ fan_id }) => fan_id);
  }
});

test('every fan is shown with its own tags, in the order of the app', async () => {
  const shown = await lists.walk(path, {}, 30);
  const inOrder = [...tags].reverse();
  for (const item of shown) {
    const { record, assigned } = fans.find(({ record }) => record.fan_id === item.fan_id)!;
    expect(item).toEqual({
      fan_id: record.fan_id,
      fan_username: record.fan_username,
      assigned_user_id: assigned,
      ai_active: false,
      tags: inOrder.filter((id) => record.tag_ids.includes(id)).map((id) => ({ id, name: `Tag ${id}` })),
    });
  }
});
