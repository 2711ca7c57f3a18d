import { afterAll, beforeAll, expect, test } from 'vitest';
import { creator, employee, fan, order, send } from '../records/records.ts';
import { Lists } from './lists.ts';

const count = 240;
const numbers = Array.from({ length: count }, (_, index) => index);
/** Four rows share each minute. */
const at = (index: number, shiftMs = 0) =>
  new Date(Math.floor(Date.now() / 86_400_000 - 10) * 86_400_000 + Math.floor(index / 4) * 60_000 + shiftMs).toISOString();

let lists: Lists;

beforeAll(async () => {
  lists = await Lists.start();
  await lists.ingest([
    creator('c1'),
    employee('e1'),
    ...numbers.map((index) => order(`o${index}`, 'c1', { fan_id: `f${index % 7}`, created_at: at(index) })),
    ...numbers.map((index) => send(`s${index}`, 'c1', { sent_at: at(index) })),
    ...numbers.map((index) => fan('account-c1', `f${index}`, { related_at: at(index) })),
  ]);
  await lists.refreshProjections();
  for (const index of numbers.slice(0, 100)) {
    await lists.service.request('POST', '/v1/publications', { key: lists.agency.key, body: { creator_id: 'c1', text: String(index) } });
  }
});
afterAll(() => lists.close());

/** Repeats each piece of writing, all at the same time, until the walks are over. */
async function whileWriting(writers: readonly ((round: number) => Promise<unknown>)[], walks: () => Promise<void>): Promise<void> {
  let isOver = false;
  let rounds = 0;
  const write = async (writer: (round: number) => Promise<unknown>) => {
    for (let round = 0; !isOver; round += 1, rounds += 1) await writer(round);
  };
  const writing = Promise.all(writers.map(write));
  await walks().finally(() => (isOver = true));
  await writing;
  expect(rounds).toBeGreaterThan(writers.length);
}

/** Walks with several page sizes: what was there from the beginning comes exactly once, everything in order, nothing twice. */
async function expectWholeWalks(path: string, idOf: (item: any) => string, limits: readonly number[]): Promise<void> {
  const before = (await lists.walk(path, {}, 200)).map(idOf);
  for (const limit of limits) {
    await lists.renewLimits();
    const seen = (await lists.walk(path, {}, limit)).map(idOf);
    expect(new Set(seen).size).toBe(seen.length);
    const known = new Set(before);
    expect(seen.filter((id) => known.has(id))).toEqual(before);
  }
}

const some = (round: number, modulus: number) => numbers.filter((index) => index % modulus === round % modulus);

test('orders: while orders are added, before and after, changed and refunded', { timeout: 60_000 }, async () => {
  await whileWriting(
    [
      (round) =>
        lists.agency.ingest([
          order(`new${round}`, 'c1', { created_at: at(count + round) }),
          order(`late${round}`, 'c1', { created_at: at(round * 3, 1) }),
        ]),
      (round) =>
        lists.agency.ingest(
          some(round, 30).map((index) => order(`o${index}`, 'c1', { fan_id: `f${index % 7}`, created_at: at(index), amount_cents: round })),
        ),
      (round) =>
        lists.agency.ingest(some(round, 60).map((index) => ({ type: 'refund', order_id: `o${index}`, refunded_at: at(index, 5_000) }))),
    ],
    () => expectWholeWalks('/v1/orders', ({ id }) => id, [7, 20, 31]),
  );
});

test('sent messages: while sends are added and changed, and the projection is refreshed', { timeout: 60_000 }, async () => {
  await whileWriting(
    [
      (round) =>
        lists.agency.ingest([
          send(`new${round}`, 'c1', { sent_at: at(count + round) }),
          send(`late${round}`, 'c1', { sent_at: at(round * 3, 1) }),
        ]),
      (round) =>
        lists.agency.ingest(some(round, 30).map((index) => send(`s${index}`, 'c1', { sent_at: at(index), message_id: `m${round}` }))),
      () => lists.refreshProjections(),
    ],
    () => expectWholeWalks('/v1/sent-messages', ({ id }) => id, [16, 31, 60]),
  );
});

test('fans: while fans are added, changed, assigned and locked', { timeout: 60_000 }, async () => {
  const put = (path: string, body?: unknown) =>
    lists.service.request('PUT', `/v1/accounts/account-c1/fans/${path}`, { key: lists.agency.key, body });
  await whileWriting(
    [
      (round) =>
        lists.agency.ingest([
          fan('account-c1', `new${round}`, { related_at: at(count + round) }),
          fan('account-c1', `late${round}`, { related_at: at(round * 3, 1) }),
        ]),
      (round) =>
        lists.agency.ingest(
          some(round, 30).map((index) => fan('account-c1', `f${index}`, { related_at: at(index), is_online: round % 2 === 0 })),
        ),
      (round) => put(`f${round % count}/assignment`, { user_id: 'e1' }),
      (round) => put(`f${round % count}/ai-lock`),
    ],
    () => expectWholeWalks('/v1/accounts/account-c1/fans', ({ fan_id }) => fan_id, [12, 25, 80]),
  );
});

test('publications: while publications are made', { timeout: 60_000 }, async () => {
  await whileWriting(
    [
      (round) =>
        lists.service.request('POST', '/v1/publications', { key: lists.agency.key, body: { creator_id: 'c1', text: `new ${round}` } }),
      () => lists.service.database.query({ text: "UPDATE publications SET status = 'failed' WHERE text = '7' OR text = '50'" }),
    ],
    () => expectWholeWalks('/v1/publications', ({ id }) => id, [3, 11, 40]),
  );
});

test('deliveries: while they are made, and attempted', { timeout: 60_000 }, async () => {
  const body = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'] };
  const { id } = (await lists.service.request('POST', '/v1/webhooks', { key: lists.agency.key, body })).body as { id: string };
  await lists.agency.ingest(numbers.slice(0, 150).map((index) => order(`delivered${index}`, 'c1', { created_at: at(index) })));
  await whileWriting(
    [
      (round) => lists.agency.ingest([order(`sold${round}`, 'c1', { created_at: at(count + round) })]),
      (round) =>
        lists.service.database.query({
          text: `UPDATE deliveries SET attempt_count = least(attempt_count + 1, 3), status = CASE WHEN $2::int % 3 = 0 THEN 'failed' ELSE status END
                  WHERE endpoint_id = $1 AND id IN (SELECT id FROM deliveries WHERE endpoint_id = $1 ORDER BY random() LIMIT 5)`,
          values: [id, round],
        }),
    ],
    () => expectWholeWalks(`/v1/webhooks/${id}/deliveries`, (item) => item.id as string, [9, 40, 149]),
  );
});
