import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creator } from '../records/records.ts';
import { Lists, newestFirst, runs, sampleOf } from './lists.ts';

const creators = ['c1', 'c2', 'c3'];
const drafts = sampleOf(fc.record({ creator: fc.constantFrom(...creators), hour: fc.integer({ min: 0, max: 20 }) }), 120, 6).map(
  ({ creator: id, hour }) => ({
    creator: id,
    at: new Date(Date.UTC(2026, 0, 1, hour)).toISOString(),
  }),
);

let lists: Lists;
let rows: { id: string; creator: string; at: string }[];

beforeAll(async () => {
  lists = await Lists.start();
  await lists.ingest(creators.map((id) => creator(id)));
  const ids = await lists.service.database.query<{ id: string; number: number }>({
    text: `
      WITH drafts AS MATERIALIZED (SELECT d.*, uuidv7() AS id FROM unnest($2::text[], $3::timestamptz[]) WITH ORDINALITY AS d (creator_id, at, number)),
      made AS (INSERT INTO publications (id, agency_id, creator_id, text, status, created_at) SELECT id, $1, creator_id, 'text', 'published', at FROM drafts)
      SELECT id, number FROM drafts`,
    values: [lists.agency.id, drafts.map((draft) => draft.creator), drafts.map(({ at }) => at)],
  });
  rows = drafts.map((draft, index) => ({ ...draft, id: ids.find(({ number }) => number === index + 1)!.id }));
});
afterAll(() => lists.close());

const expectedOf = (reach: readonly string[]) => ({
  ids: newestFirst(
    rows.filter((row) => reach.length === 0 || reach.includes(row.creator)),
    ({ at }) => at,
    ({ id }) => id,
  ).map(({ id }) => id),
});

test.each(creators)('a key for %s alone reads its publications and no others', async (id) => {
  const key = await lists.agency.createKey({ creatorIds: [id] });
  const expected = expectedOf([id]);
  expect(expected.ids.length).toBeGreaterThan(0);
  expect(expected.ids.length).toBeLessThan(rows.length);
  await lists.check('/v1/publications', {}, 25, key, expected, (item) => item.id as string);
});

test('combinations of page size and reach find what a plain filter finds', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 5, max: 200 }), fc.subarray(creators), async (limit, reach) => {
      const key = await lists.agency.createKey({ creatorIds: reach });
      await lists.check('/v1/publications', {}, limit, key, expectedOf(reach), ({ id }) => id);
    }),
    runs(12, 20_260_711),
  );
});
