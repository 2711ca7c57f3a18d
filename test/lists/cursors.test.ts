import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creator, fan, order, send, tag } from '../records/records.ts';
import { Lists, refusalOf, runs, type Query } from './lists.ts';

const rowCount = 12;
const hour = (index: number) => new Date(Date.now() - (index + 2) * 3_600_000).toISOString();
const each = <Row>(make: (index: number) => Row) => Array.from({ length: rowCount }, (_, index) => make(index));

let lists: Lists;
let restrictedKey: string;
let otherAgencyKey: string;
let endpointIds: string[];

/** Every list with a cursor: its path, another path of the same list, and filters which leave every row. */
const everyList: readonly { name: string; path: () => string; another?: () => string; filters: Query }[] = [
  { name: 'orders', path: () => '/v1/orders', filters: { order_types: ['tip', 'push'], creator_ids: ['c1', 'c2'] } },
  { name: 'sent messages', path: () => '/v1/sent-messages', filters: { sources: ['messaging'], creator_ids: ['c1', 'c2'] } },
  {
    name: 'fans',
    path: () => '/v1/accounts/account-c1/fans',
    another: () => '/v1/accounts/account-c2/fans',
    filters: { statuses: ['active_subscriber'], exclude_tag_ids: ['t1'] },
  },
  { name: 'publications', path: () => '/v1/publications', filters: {} },
  {
    name: 'failures',
    path: () => `/v1/webhooks/${endpointIds[0]}/failures`,
    another: () => `/v1/webhooks/${endpointIds[1]}/failures`,
    filters: { event_types: ['order.created'] },
  },
  {
    name: 'deliveries',
    path: () => `/v1/webhooks/${endpointIds[0]}/deliveries`,
    another: () => `/v1/webhooks/${endpointIds[1]}/deliveries`,
    filters: { event_types: ['order.created'], statuses: ['delivered'] },
  },
];

async function fillWebhookLists(): Promise<void> {
  for (const endpointId of endpointIds) {
    await lists.service.database.query({
      text: `
        WITH drafts AS MATERIALIZED (SELECT uuidv7() AS event_id, now() - interval '1 hour' * n AS at FROM generate_series(1, $3::int) n),
        failures AS (
          INSERT INTO delivery_failures (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, delivery_id, error, attempts, data)
          SELECT $1, $2, 'order.created', id_at(at), event_id, 'c1', at, uuidv7(), 'timeout', '{}', '{}' FROM drafts)
        INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts)
        SELECT $1, $2, 'order.created', 'delivered', id_at(at), event_id, 'c1', '{}' FROM drafts`,
      values: [lists.agency.id, endpointId, rowCount],
    });
  }
}

beforeAll(async () => {
  lists = await Lists.start();
  await lists.ingest([
    creator('c1'),
    creator('c2'),
    tag('t1'),
    ...each((index) => order(`o${index}`, 'c1', { created_at: hour(index) })),
    ...each((index) => send(`s${index}`, 'c1', { sent_at: hour(index) })),
    ...each((index) => fan('account-c1', `f${index}`, { related_at: hour(index) })),
    ...each((index) => fan('account-c2', `f${index}`, { related_at: hour(index) })),
  ]);
  await lists.refreshProjections();
  restrictedKey = await lists.agency.createKey({ creatorIds: ['c1', 'c2'] });
  const other = await lists.service.createAgency();
  await other.ingest([creator('c1'), fan('account-c1', 'f1')]);
  otherAgencyKey = other.key;
  const createEndpoint = async () => {
    const body = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'], allowed_creator_ids: ['c1'] };
    return (await lists.service.request('POST', '/v1/webhooks', { key: lists.agency.key, body })).body.id as string;
  };
  endpointIds = [await createEndpoint(), await createEndpoint()];
  await fillWebhookLists();
  for (let index = 0; index < rowCount; index += 1) {
    await lists.service.request('POST', '/v1/publications', { key: lists.agency.key, body: { creator_id: 'c1', text: String(index) } });
  }
});
afterAll(() => lists.close());

async function cursorOf(path: string, query: Query = {}, key?: string): Promise<string> {
  const { body } = await lists.get(path, { limit: 5, ...query }, key);
  expect(body.next_cursor).toEqual(expect.any(String));
  return body.next_cursor as string;
}

async function expectRefused(path: string, cursor: string, key?: string): Promise<void> {
  const answer = await lists.get(path, { cursor }, key);
  expect(refusalOf(answer), cursor).toBe('400 invalid_cursor');
}

describe.each(everyList)('$name', (list) => {
  test('the last page may be exactly full; no empty page follows it', async () => {
    for (const limit of [1, 2, 3, 4, 6, 12]) {
      let cursor: string | null | undefined;
      for (let page = 1; page <= rowCount / limit; page += 1) {
        const { body }: { body: { data: unknown[]; next_cursor: string | null } } = await lists.get(list.path(), {
          limit,
          cursor: cursor ?? undefined,
        });
        expect(body.data).toHaveLength(limit);
        expect(body.next_cursor === null).toBe(page === rowCount / limit);
        cursor = body.next_cursor;
      }
    }
  });

  test('a cursor continues where its page ended, also with other filters, another page size and another key of the agency', async () => {
    const all = await lists.walk(list.path(), {}, 100);
    for (const [query, key] of [
      [list.filters, undefined],
      [{}, restrictedKey],
      [list.filters, restrictedKey],
    ] as const) {
      const there = await lists.get(list.path(), { ...query, limit: 3, cursor: await cursorOf(list.path()) }, key);
      expect(there.body.data).toEqual(all.slice(5, 8));
      const back = await lists.get(list.path(), { limit: 100, cursor: await cursorOf(list.path(), query, key) });
      expect(back.body).toEqual({ data: all.slice(5), next_cursor: null });
    }
  });

  test('a cursor with one character changed, added or removed is refused', async () => {
    const cursor = await cursorOf(list.path());
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const change = fc.tuple(
      fc.nat({ max: cursor.length - 1 }),
      fc.constantFrom(...alphabet),
      fc.constantFrom('replace', 'insert', 'remove'),
    );
    await fc.assert(
      fc.asyncProperty(change, async ([place, character, kind]) => {
        fc.pre(kind !== 'replace' || cursor[place] !== character);
        const altered = cursor.slice(0, place) + (kind === 'remove' ? '' : character) + cursor.slice(kind === 'insert' ? place : place + 1);
        fc.pre(altered !== cursor);
        await expectRefused(list.path(), altered);
      }),
      runs(15, 20_260_712),
    );
  });

  test('an invalid cursor is refused', async () => {
    const cursor = await cursorOf(list.path());
    const others = [
      cursor.slice(0, -1),
      cursor.slice(0, 22),
      cursor.slice(0, 21),
      cursor.slice(1),
      `${cursor}=`,
      `${cursor}${cursor}`,
      cursor.toLowerCase(),
      ` ${cursor}`,
      'null',
      '0',
      'é',
      '[]',
      'a'.repeat(5_000),
    ];
    for (const text of others) {
      await expectRefused(list.path(), text);
    }
    expect(refusalOf(await lists.get(list.path(), { cursor: '' }))).toMatch(/^400 (invalid_cursor|validation_failed)$/);
  });

  test('a cursor of another list, path or agency is refused', async () => {
    const cursor = await cursorOf(list.path());
    for (const other of everyList.filter(({ name }) => name !== list.name)) await expectRefused(other.path(), cursor);
    if (list.another) await expectRefused(list.another(), cursor);
    if (!list.path().startsWith('/v1/webhooks')) await expectRefused(list.path(), cursor, otherAgencyKey);
  });
});
