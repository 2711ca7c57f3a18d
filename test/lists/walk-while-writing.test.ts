import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creator, employee, fan, order, send } from '../records/records.ts';
import { Lists, newestFirst, runs, someFilters, someOf, type Query } from './lists.ts';

const count = 240;
const numbers = Array.from({ length: count }, (_, index) => index);
const creators = ['c1', 'c2', 'c3'];
const employees = ['e1', 'e2', 'e3'];
const orderTypes = ['tip', 'push', 'private_media', 'subscription'] as const;
const sources = ['messaging', 'script'] as const;
const eventTypes = ['order.created', 'order.refunded', 'assignment.updated', 'ping'];
const pick = <Value>(values: readonly Value[], index: number): Value => values[index % values.length]!;
/** Four rows share each minute. */
const at = (index: number, shiftMs = 0) =>
  new Date(Math.floor(Date.now() / 86_400_000 - 10) * 86_400_000 + Math.floor(index / 4) * 60_000 + shiftMs).toISOString();

/** Writers change amounts, messages, flags and refunds, never what is filtered by: these rows match throughout, or never. */
const orderOf = (id: string, index: number, fields: object = {}) =>
  order(id, pick(creators, index), {
    fan_id: `f${index % 7}`,
    order_type: pick(orderTypes, index >> 1),
    created_at: at(index),
    ...fields,
  });
const sendOf = (id: string, index: number, fields: object = {}) =>
  send(id, pick(creators, index), {
    sent_by_user_id: pick(employees, index >> 1),
    source: pick(sources, index),
    sent_at: at(index),
    ...fields,
  });
const fanOf = (id: string, index: number, fields: object = {}) => fan('account-c1', id, { related_at: at(index), ...fields });
const orders = numbers.map((index) => orderOf(`o${index}`, index));
const sends = numbers.map((index) => sendOf(`s${index}`, index));
const fans = numbers.map((index) => fanOf(`f${index}`, index));
/** Every fourth fan goes from one employee to another during the walks. */
const isMoving = (index: number) => index % 4 === 3;

let lists: Lists;
/** Limited to `c1` and `c2`. */
let restrictedKey: string;

beforeAll(async () => {
  lists = await Lists.start();
  await lists.ingest([...creators.map((id) => creator(id)), ...employees.map((id) => employee(id)), ...orders, ...sends, ...fans]);
  await lists.refreshProjections();
  await lists.service.database.query({
    text: `UPDATE fans SET assigned_user_id = ($2::text[])[1 + substr(fan_id, 2)::int % 3], assigned_at = now() WHERE agency_id = $1`,
    values: [lists.agency.id, employees],
  });
  restrictedKey = await lists.agency.createKey({ creatorIds: ['c1', 'c2'] });
});
afterAll(() => lists.close());

/** Leaves the walks time: lists that grow faster than they are walked have no end. */
const betweenRoundsMs = 25;

/** Repeats each piece of writing, all at the same time, until the walks are over. */
async function whileWriting(writers: readonly ((round: number) => Promise<unknown>)[], walks: () => Promise<void>): Promise<void> {
  let isOver = false;
  let rounds = 0;
  const write = async (writer: (round: number) => Promise<unknown>) => {
    for (let round = 0; !isOver; round += 1, rounds += 1) {
      await writer(round);
      await sleep(betweenRoundsMs);
    }
  };
  const writing = Promise.all(writers.map(write));
  await walks().finally(() => (isOver = true));
  await writing;
  expect(rounds).toBeGreaterThan(writers.length);
}

interface Walked {
  readonly path: string;
  readonly limits: { readonly min: number; readonly max: number };
  readonly filters?: Readonly<Record<string, fc.Arbitrary<string[]>>>;
  readonly idOf: (item: any) => string;
  /** The rows that are there throughout and always match, in order. */
  readonly steady: (query: Query, isRestricted: boolean) => readonly string[];
  /** Whether an item may be shown at all. */
  readonly matches?: (item: any, query: Query, isRestricted: boolean) => boolean;
}

/** Walks in many ways: what was there from the beginning comes exactly once, everything in order, nothing twice. */
async function expectWholeWalks({ path, limits, filters = {}, idOf, steady, matches }: Walked, seed: number): Promise<void> {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(someFilters(filters), fc.integer(limits), fc.boolean(), async (query, limit, isRestricted) => {
      const expected = steady(query, isRestricted);
      const items = await lists.walk(path, query, limit, isRestricted ? restrictedKey : lists.agency.key);
      for (const item of items) expect(matches?.(item, query, isRestricted) ?? true, JSON.stringify(item)).toBe(true);
      const seen = items.map(idOf);
      expect(new Set(seen).size).toBe(seen.length);
      const known = new Set(expected);
      expect(seen.filter((id) => known.has(id))).toEqual(expected);
      found += expected.length > limit ? 1 : 0;
    }),
    runs(12, seed),
  );
  // Walks of one page would prove nothing.
  expect(found).toBeGreaterThanOrEqual(7);
}

const listed = (query: Query, name: string, value: string | null) =>
  query[name] === undefined || (value !== null && (query[name] as readonly string[]).includes(value));
const reaches = (isRestricted: boolean, creatorId: string) => !isRestricted || creatorId !== 'c3';
const some = (round: number, modulus: number) => numbers.filter((index) => index % modulus === round % modulus);

test('orders: while orders are added, before and after, changed and refunded', { timeout: 60_000 }, async () => {
  const matches = (item: any, query: Query, isRestricted: boolean) =>
    listed(query, 'creator_ids', item.creator_id) &&
    listed(query, 'fan_ids', item.fan_id) &&
    listed(query, 'order_types', item.order_type) &&
    reaches(isRestricted, item.creator_id);
  await whileWriting(
    [
      (round) =>
        lists.agency.ingest([
          orderOf(`new${round}`, round, { created_at: at(count + round) }),
          orderOf(`late${round}`, round, { created_at: at(round * 3, 1) }),
        ]),
      (round) => lists.agency.ingest(some(round, 30).map((index) => orderOf(`o${index}`, index, { amount_cents: round }))),
      (round) =>
        lists.agency.ingest(some(round, 60).map((index) => ({ type: 'refund', order_id: `o${index}`, refunded_at: at(index, 5_000) }))),
    ],
    () =>
      expectWholeWalks(
        {
          path: '/v1/orders',
          limits: { min: 8, max: 60 },
          filters: {
            creator_ids: someOf(...creators),
            fan_ids: someOf('f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6'),
            order_types: someOf(...orderTypes),
          },
          idOf: ({ id }) => id as string,
          matches,
          steady: (query, isRestricted) =>
            newestFirst(
              orders.filter((row) => matches(row, query, isRestricted)),
              (row) => row.created_at,
              (row) => row.id,
            ).map(({ id }) => id),
        },
        20_260_713,
      ),
  );
});

test('sent messages: while sends are added and changed, and the projection is refreshed', { timeout: 60_000 }, async () => {
  const matches = (item: any, query: Query, isRestricted: boolean) =>
    listed(query, 'creator_ids', item.creator_id) &&
    listed(query, 'user_ids', item.sent_by_user_id) &&
    listed(query, 'sources', item.source) &&
    reaches(isRestricted, item.creator_id);
  await whileWriting(
    [
      (round) =>
        lists.agency.ingest([
          sendOf(`new${round}`, round, { sent_at: at(count + round) }),
          sendOf(`late${round}`, round, { sent_at: at(round * 3, 1) }),
        ]),
      (round) => lists.agency.ingest(some(round, 30).map((index) => sendOf(`s${index}`, index, { message_id: `m${round}` }))),
      () => lists.refreshProjections(),
    ],
    () =>
      expectWholeWalks(
        {
          path: '/v1/sent-messages',
          limits: { min: 8, max: 60 },
          filters: { creator_ids: someOf(...creators), user_ids: someOf(...employees), sources: someOf(...sources) },
          idOf: ({ id }) => id as string,
          matches,
          steady: (query, isRestricted) =>
            newestFirst(
              sends.filter((row) => matches(row, query, isRestricted)),
              (row) => row.sent_at,
              (row) => row.id,
            ).map(({ id }) => id),
        },
        20_260_714,
      ),
  );
});

test('fans: while fans are added, changed, assigned and locked', { timeout: 60_000 }, async () => {
  const put = (path: string, body?: unknown) =>
    lists.service.request('PUT', `/v1/accounts/account-c1/fans/${path}`, { key: lists.agency.key, body });
  await whileWriting(
    [
      (round) =>
        lists.agency.ingest([
          fanOf(`new${round}`, 0, { related_at: at(count + round) }),
          fanOf(`late${round}`, 0, { related_at: at(round * 3, 1) }),
        ]),
      (round) => lists.agency.ingest(some(round, 30).map((index) => fanOf(`f${index}`, index, { is_online: round % 2 === 0 }))),
      (round) => put(`${round % 2 === 0 ? 'f' : 'late'}${(round * 4 + 3) % count}/assignment`, { user_id: pick(employees, round) }),
      (round) => put(`f${round % count}/ai-lock`),
    ],
    () =>
      expectWholeWalks(
        {
          path: '/v1/accounts/account-c1/fans',
          limits: { min: 8, max: 60 },
          filters: { assigned_user_ids: someOf(...employees) },
          idOf: ({ fan_id }) => fan_id as string,
          steady: (query) =>
            newestFirst(
              numbers.filter((index) => !isMoving(index) || query['assigned_user_ids'] === undefined),
              (index) => at(index),
              (index) => `f${index}`,
            )
              .filter((index) => listed(query, 'assigned_user_ids', pick(employees, index)))
              .map((index) => `f${index}`),
        },
        20_260_715,
      ),
  );
});

test('publications: while publications are made', { timeout: 60_000 }, async () => {
  const publish = (index: number) =>
    lists.service.request('POST', '/v1/publications', {
      key: lists.agency.key,
      body: { creator_id: pick(creators, index), text: String(index) },
    });
  for (const index of numbers.slice(0, 90)) await publish(index);
  const rows: any[] = await lists.walk('/v1/publications', {}, 200);
  await whileWriting(
    [
      (round) => publish(100 + round),
      () => lists.service.database.query({ text: "UPDATE publications SET status = 'failed' WHERE text = '7' OR text = '50'" }),
    ],
    () =>
      expectWholeWalks(
        {
          path: '/v1/publications',
          limits: { min: 5, max: 40 },
          idOf: ({ id }) => id as string,
          matches: (item, _query, isRestricted) => reaches(isRestricted, item.creator_id),
          steady: (_query, isRestricted) => rows.filter((row) => reaches(isRestricted, row.creator_id)).map(({ id }) => id as string),
        },
        20_260_716,
      ),
  );
});

async function createEndpoint(): Promise<string> {
  const body = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'], allowed_creator_ids: ['c1', 'c2'] };
  return (await lists.service.request('POST', '/v1/webhooks', { key: lists.agency.key, body })).body.id as string;
}

const walkOfEndpoint = (path: string, rows: readonly any[]): Walked => ({
  path,
  limits: { min: 8, max: 60 },
  filters: { event_types: someOf(...eventTypes) },
  idOf: ({ id }) => id as string,
  matches: (item, query) => listed(query, 'event_types', item.event_type),
  steady: (query) => rows.filter((row) => listed(query, 'event_types', row.event_type)).map(({ id }) => id as string),
});

test('deliveries: while they are made, and attempted', { timeout: 60_000 }, async () => {
  const id = await createEndpoint();
  await lists.agency.ingest(numbers.map((index) => orderOf(`delivered${index}`, index)));
  await lists.service.database.query({
    text: `UPDATE delivery_queue SET event_type = ($2::text[])[1 + abs(hashtext(id::text)) % 4] WHERE endpoint_id = $1`,
    values: [id, eventTypes],
  });
  const path = `/v1/webhooks/${id}/deliveries`;
  const rows = await lists.walk(path, {}, 200);
  expect(rows).toHaveLength(160);
  await whileWriting(
    [
      (round) => lists.agency.ingest([orderOf(`sold${round}`, round, { created_at: at(count + round) })]),
      (round) =>
        lists.service.database.query({
          text: `
            WITH attempted AS (
              UPDATE delivery_queue SET attempt_count = least(attempt_count + 1, 3)
               WHERE endpoint_id = $1 AND id IN (SELECT id FROM delivery_queue WHERE endpoint_id = $1 ORDER BY random() LIMIT 5) AND $2::int % 3 <> 0
            ), ended AS (
              DELETE FROM delivery_queue
               WHERE endpoint_id = $1 AND id IN (SELECT id FROM delivery_queue WHERE endpoint_id = $1 ORDER BY random() LIMIT 5) AND $2::int % 3 = 0
              RETURNING *
            )
            INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts)
            SELECT agency_id, endpoint_id, event_type, CASE WHEN $2::int % 2 = 0 THEN 'failed' ELSE 'delivered' END, id, event_id, creator_id, attempts
              FROM ended`,
          values: [id, round],
        }),
    ],
    () => expectWholeWalks(walkOfEndpoint(path, rows), 20_260_717),
  );
});

test('failures: while failures are recorded, also with one time, and replayed', { timeout: 60_000 }, async () => {
  const id = await createEndpoint();
  const fail = (rowCount: number, from: string) =>
    lists.service.database.query({
      text: `
        INSERT INTO delivery_failures (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, delivery_id, error, attempts, data)
        SELECT $1, $2, ($4::text[])[1 + n % 4], id_at(d.at), uuidv7(), 'c1', d.at, uuidv7(), 'timeout', '{}', '{}'
          FROM generate_series(1, $3::int) n, LATERAL (SELECT $5::timestamptz - interval '1 minute' * (n / 4) AS at) d`,
      values: [lists.agency.id, id, rowCount, eventTypes, from],
    });
  await fail(160, at(0));
  const path = `/v1/webhooks/${id}/failures`;
  const rows = await lists.walk(path, {}, 100);
  await whileWriting(
    [
      (round) => fail(2, at(0, (round % 2) * 60_000 * round)),
      (round) => lists.service.request('POST', `${path}/${rows[(round * 7) % rows.length].id}/replay`, { key: lists.agency.key }),
    ],
    () => expectWholeWalks(walkOfEndpoint(path, rows), 20_260_718),
  );
});
