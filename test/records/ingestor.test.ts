import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Outbox } from '../../server/events/outbox.ts';
import { FairShare } from '../../server/http/fairness/fair-share.ts';
import { ActiveAgencies } from '../../server/http/fairness/active-agencies.ts';
import { ingestionShareOptions } from '../../server/http/fairness/fair-share-options.ts';
import { problems } from '../../server/problems/problem.ts';
import { Ingestor } from '../../server/ingestion/ingestor.ts';
import type { IngestionDatabase } from '../../server/ingestion/ingestion-pool.ts';
import { openIngestion, type IngestionBench } from './ingestion.ts';
import { creator, order, refund, type AnyRecord } from './records.ts';

let bench: IngestionBench;
beforeAll(async () => {
  bench = await openIngestion();
});
afterAll(() => bench.close());

const contendedConcurrency = 4;

function ingestorOver(database: IngestionDatabase, activeAgencies = new ActiveAgencies()) {
  const ingestor = new Ingestor(
    database,
    new Outbox(),
    new FairShare({ ...ingestionShareOptions(2), contendedConcurrency }, activeAgencies),
  );
  return { ingest: (agencyId: string, records: readonly AnyRecord[]) => ingestor.ingest(agencyId, records, problems) };
}

/** Counts transactions, and lets none begin before `open` resolves. */
function counting(open: Promise<unknown> = Promise.resolve()) {
  const { records: database } = bench;
  const counter = { transactions: 0 };
  const counted: IngestionDatabase = Object.assign(Object.create(database) as IngestionDatabase, {
    async transaction(...[work, options]: Parameters<IngestionDatabase['transaction']>) {
      counter.transactions += 1;
      await open;
      return database.transaction(work, options);
    },
    async runStandalone(...[statement, onUnknown]: Parameters<IngestionDatabase['runStandalone']>) {
      counter.transactions += 1;
      await open;
      return database.runStandalone(statement, onUnknown);
    },
  });
  return { counter, ingestor: ingestorOver(counted) };
}

async function agencyWithCreator(): Promise<string> {
  const agencyId = await bench.newAgency();
  await bench.ingest(agencyId, [creator('c1')]);
  return agencyId;
}

const created = { created: 1, updated: 0, unchanged: 0 };
const orderIds = async (agencyId: string) =>
  (await bench.rows<{ id: string }>('SELECT id FROM orders WHERE agency_id = $1 ORDER BY id', agencyId)).map(({ id }) => id);
const told = (agencyId: string) =>
  bench.rows<{ type: string; id: string; amount: number }>(
    `SELECT type, data ->> 'id' AS id, (data ->> 'amount_cents')::int AS amount FROM webhook_events WHERE agency_id = $1 ORDER BY id`,
    agencyId,
  );

test('concurrent requests share a transaction, and each gets its own result', async () => {
  const agencyId = await agencyWithCreator();
  const { counter, ingestor } = counting();
  const results = await Promise.all([
    ...Array.from({ length: 20 }, (_, index) => ingestor.ingest(agencyId, [order(`o${index}`, 'c1', { fan_id: `f${index % 3}` })])),
    ingestor.ingest(agencyId, [order('x1', 'c1'), order('x2', 'c1'), refund('x1')]),
    ingestor.ingest(agencyId, []),
  ]);
  expect(results).toEqual([
    ...Array.from({ length: 20 }, () => created),
    { created: 3, updated: 0, unchanged: 0 },
    { created: 0, updated: 0, unchanged: 0 },
  ]);
  expect(counter.transactions).toBe(1);
  expect(await orderIds(agencyId)).toHaveLength(22);
  expect(await told(agencyId)).toHaveLength(23);
});

test('a request after another one starts immediately, and requests that arrive with it share the next transaction', async () => {
  const agencyId = await agencyWithCreator();
  const { counter, ingestor } = counting();
  await ingestor.ingest(agencyId, [order('o1', 'c1')]);
  const begunInThisTurn = setImmediate().then(() => counter.transactions);
  const all = Array.from({ length: 10 }, (_, index) => ingestor.ingest(agencyId, [order(`p${index}`, 'c1')]));
  expect(await begunInThisTurn).toBe(2);
  expect(await Promise.all(all)).toEqual(Array(10).fill(created));
  expect(counter.transactions).toBe(3);
});

test('a refused request does not affect the others', async () => {
  const agencyId = await agencyWithCreator();
  const { ingestor } = counting();
  const unknown = order('bad', 'nobody');
  const results = await Promise.allSettled([
    ingestor.ingest(agencyId, [order('o1', 'c1')]),
    ingestor.ingest(agencyId, [order('o2', 'c1')]),
    ingestor.ingest(agencyId, [order('o3', 'c1'), unknown]),
    ingestor.ingest(agencyId, [order('o4', 'c1')]),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  const { reason } = results[2] as PromiseRejectedResult;
  expect(reason).toMatchObject({ slug: 'validation_failed', members: { errors: [{ path: 'records.1.creator_id' }] } });
  expect(await orderIds(agencyId)).toEqual(['o1', 'o2', 'o4']);
});

test('requests that write the same are recorded one after the other, in the order in which they came', async () => {
  const agencyId = await agencyWithCreator();
  const { counter, ingestor } = counting();
  const results = await Promise.all([
    ingestor.ingest(agencyId, [creator('c2')]),
    ingestor.ingest(agencyId, [order('o1', 'c1', { amount_cents: 100 })]),
    ingestor.ingest(agencyId, [order('o1', 'c1', { amount_cents: 200 })]),
    ingestor.ingest(agencyId, [refund('o1')]),
    ingestor.ingest(agencyId, [order('o1', 'c1', { amount_cents: 200 })]),
  ]);
  const [updated, unchanged] = [
    { created: 0, updated: 1, unchanged: 0 },
    { created: 0, updated: 0, unchanged: 1 },
  ];
  expect(results).toEqual([created, created, updated, created, unchanged]);
  // A known order takes a second one.
  expect(counter.transactions).toBe(6);
  expect(await told(agencyId)).toEqual([
    { type: 'order.created', id: 'o1', amount: 100 },
    { type: 'order.refunded', id: 'o1', amount: 200 },
  ]);
});

test('a large request does not wait for others, and requests of several agencies share a transaction', async () => {
  const [agencyId, other] = [await agencyWithCreator(), await agencyWithCreator()];
  let open = () => {};
  const { counter, ingestor } = counting(new Promise<void>((resolve) => (open = resolve)));
  const many: AnyRecord[] = Array.from({ length: 51 }, (_, index) => order(`m${index}`, 'c1'));
  const all = [
    ingestor.ingest(agencyId, [order('o1', 'c1')]),
    ingestor.ingest(agencyId, [order('o2', 'c1')]),
    ingestor.ingest(agencyId, many),
    ingestor.ingest(other, [order('o1', 'c1')]),
  ];
  // The others begin with the next turn of the event loop.
  await setImmediate();
  expect(counter.transactions).toBe(1);
  open();
  expect(await Promise.all(all)).toEqual([created, created, { created: 51, updated: 0, unchanged: 0 }, created]);
  expect(counter.transactions).toBe(2);
});

test('agencies that bring in as much as each other share transactions, however much that is', async () => {
  const agencyIds = [await agencyWithCreator(), await agencyWithCreator(), await agencyWithCreator()];
  const { counter, ingestor } = counting();
  const all = agencyIds.flatMap((agencyId) =>
    Array.from({ length: 20 }, (_, index) => ingestor.ingest(agencyId, [order(`o${index}`, 'c1')])),
  );
  expect(await Promise.all(all)).toEqual(Array(60).fill(created));
  expect(counter.transactions).toBeLessThanOrEqual(60 / (2 * contendedConcurrency));
});

test('an agency that floods others has a few requests at once, so that it fills no transaction', async () => {
  const [busy, quiet] = [await agencyWithCreator(), await agencyWithCreator()];
  const { counter, ingestor } = counting();
  await ingestor.ingest(quiet, [order('o1', 'c1')]);
  const flood = Array.from({ length: 40 }, (_, index) => ingestor.ingest(busy, [order(`o${index}`, 'c1')]));
  expect(await Promise.all(flood)).toEqual(Array(40).fill(created));
  expect(counter.transactions).toBeGreaterThanOrEqual(1 + 40 / contendedConcurrency);
});

test('a shared transaction has a limited number of records', async () => {
  const agencyId = await agencyWithCreator();
  const { counter, ingestor } = counting();
  const batches = Array.from({ length: 25 }, (_, batch) =>
    Array.from({ length: 50 }, (_unused, index) => order(`o${batch}-${index}`, 'c1')),
  );
  await Promise.all(batches.map((batch) => ingestor.ingest(agencyId, batch)));
  expect(counter.transactions).toBe(3);
  expect(await orderIds(agencyId)).toHaveLength(1_250);
});

test('a database failure fails all requests of the transaction, and the next request succeeds', async () => {
  const agencyId = await agencyWithCreator();
  let fails = true;
  const { records: database } = bench;
  const failing: IngestionDatabase = Object.assign(Object.create(database) as IngestionDatabase, {
    transaction: (work: Parameters<IngestionDatabase['transaction']>[0]) =>
      fails ? Promise.reject(new Error('no database')) : database.transaction(work),
    runStandalone: (...[statement, onUnknown]: Parameters<IngestionDatabase['runStandalone']>) =>
      fails ? Promise.reject(new Error('no database')) : database.runStandalone(statement, onUnknown),
  });
  const ingestor = ingestorOver(failing);
  const results = await Promise.allSettled(['o1', 'o2', 'o3'].map((id) => ingestor.ingest(agencyId, [order(id, 'c1')])));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  fails = false;
  expect(await ingestor.ingest(agencyId, [order('o1', 'c1')])).toEqual(created);
  expect(await orderIds(agencyId)).toEqual(['o1']);
});
