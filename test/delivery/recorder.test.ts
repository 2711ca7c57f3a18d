import { performance } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import type { Statement } from '../../server/database/client/sql.ts';
import type { FinishedAttempt, RecordingSql } from '../../server/delivery/record/record.ts';
import { Recorder } from '../../server/delivery/record/recorder.ts';

const log = { warn() {}, error() {} };

/** Takes batches, or refuses them with the errors that are left. */
class FakeConnection implements RecordingSql {
  readonly batches: number[] = [];
  readonly errors: string[];
  lossCount = 0;
  flushed = 0;

  constructor(...errors: string[]) {
    this.errors = errors;
  }

  query<Row>({ name, values }: Statement): Promise<Row[]> {
    if (name === 'log-positions') return Promise.resolve([{ written: 1, flushed: this.flushed }] as Row[]);
    const code = this.errors.shift();
    if (code !== undefined) return Promise.reject(Object.assign(new Error(code), { code }));
    this.batches.push((values![0] as string).split(',').length);
    return Promise.resolve([]);
  }

  transaction<Result>(work: (sql: RecordingSql) => Promise<Result>): Promise<Result> {
    return work(this);
  }
}

let made = 0;
const outcome = (deliveryId = `d${made++}`): FinishedAttempt => ({
  delivery: {
    target: { agencyId: 'a', endpointId: 'e' },
    deliveryId,
    eventId: 'ev',
    eventType: 'ping',
    lease: 1,
    attempt: 1,
    data: '{}',
  } as FinishedAttempt['delivery'],
  status: 'delivered',
  error: null,
  attempt: {
    attempted_at: '2026-07-18T21:04:11.000Z',
    duration_ms: 1,
    status_code: 200,
    error: null,
    error_detail: null,
    response_excerpt: 'ok',
  },
  retryDelayMs: null,
  endedAt: performance.now(),
});

const start = (connection: RecordingSql, gatherMs = 30) => new Recorder({ connection, log, onCounted: () => undefined, gatherMs });

test('outcomes of the same moment are written together, and none waits longer than the gathering time', async () => {
  const connection = new FakeConnection();
  const recorder = start(connection, 40);
  for (let n = 0; n < 7; n++) recorder.add(outcome());
  expect(connection.batches).toEqual([]);
  await expect.poll(() => connection.batches).toEqual([7]);
});

test('a full batch does not wait', async () => {
  const connection = new FakeConnection();
  const recorder = start(connection, 60_000);
  for (let n = 0; n < 500; n++) recorder.add(outcome());
  await expect.poll(() => connection.batches, { interval: 5 }).toEqual([500]);
  await recorder.stop(1_000);
});

describe('a write that fails is tried again', () => {
  test.each([
    ['a deadlock', '40P01'],
    ['a serialisation failure', '40001'],
    ['a lost connection', '57P01'],
    ['a database that does not start', ''],
  ])('%s', async (_name, code) => {
    const connection = new FakeConnection(code, code);
    const recorder = start(connection, 1);
    recorder.add(outcome());
    await expect.poll(() => connection.batches, { interval: 5 }).toEqual([1]);
    expect(connection.errors).toEqual([]);
  });
});

test('a batch that cannot be saved is split until the faulty outcome is isolated', async () => {
  const connection = new FakeConnection('23514', '23514', '23514', '23514', '23514');
  const recorder = start(connection, 1);
  for (let n = 0; n < 8; n++) recorder.add(outcome());
  await expect.poll(() => connection.batches.reduce((sum, size) => sum + size, 0), { interval: 5 }).toBe(7);
  await recorder.stop(100);
});

test('an outcome that cannot be saved with the response excerpt is saved without it', async () => {
  const written: unknown[] = [];
  const connection = new FakeConnection('22P05');
  const recorder = new Recorder({
    connection,
    log,
    onCounted: () => undefined,
    gatherMs: 1,
    onWritten: (batch) => void written.push(...batch),
  });
  recorder.add(outcome());
  await expect.poll(() => written.length, { interval: 5 }).toBe(1);
  expect(written).toEqual([expect.objectContaining({ status: 'delivered', attempt: null })]);
});

test('stop saves collected outcomes, and waits a limited time for a database outage', async () => {
  const connection = new FakeConnection();
  const recorder = start(connection, 60_000);
  recorder.add(outcome());
  await recorder.stop(1_000);
  expect(connection.batches).toEqual([1]);

  const gone = new FakeConnection(...Array.from({ length: 1_000 }, () => '57P01'));
  const stuck = start(gone, 1);
  stuck.add(outcome());
  const startedAt = performance.now();
  await stuck.stop(300);
  expect(performance.now() - startedAt).toBeLessThan(2_500);
  expect(gone.batches).toEqual([]);
});

test('a delivery of which two outcomes are known is in no batch twice', async () => {
  const connection = new FakeConnection();
  const recorder = start(connection, 5);
  for (const id of ['x', 'y', 'x']) recorder.add(outcome(id));
  await expect.poll(() => connection.batches).toEqual([2, 1]);
});

test('nothing may be leased from a write that failed until everything that was known then is written', async () => {
  const connection = new FakeConnection('57P01');
  const recorder = start(connection, 1);
  recorder.add(outcome());
  expect(recorder.isFailing).toBe(false);
  await expect.poll(() => recorder.isFailing, { interval: 1 }).toBe(true);
  recorder.add(outcome());
  await expect.poll(() => recorder.isFailing, { interval: 5 }).toBe(false);
  expect(connection.batches.reduce((sum, size) => sum + size, 0)).toBe(2);
});

test('outcomes of a lost connection are saved again unless their transaction is durable', async () => {
  const connection = new FakeConnection();
  const flushed: [number, number][] = [];
  const onFlushed = (lease: number, count: number) => void flushed.push([lease, count]);
  const recorder = new Recorder({ connection, log, onCounted: () => undefined, gatherMs: 1, onFlushed });
  recorder.add(outcome());
  recorder.add(outcome());
  await expect.poll(() => connection.batches).toEqual([2]);
  expect(recorder.isFailing).toBe(false);
  connection.lossCount++;
  expect(recorder.isFailing).toBe(true);
  await expect.poll(() => connection.batches).toEqual([2, 2]);
  expect([recorder.isFailing, flushed]).toEqual([false, []]);
  connection.flushed = 1;
  await expect.poll(() => flushed).toEqual([[1, 2]]);
  connection.lossCount++;
  expect(recorder.isFailing).toBe(false);
  recorder.add(outcome());
  await expect.poll(() => connection.batches).toEqual([2, 2, 1]);
  await recorder.stop(1_000);
});

test('the repeated save waits for the database, and an outcome that it then refuses is dropped', async () => {
  const connection = new FakeConnection();
  const flushed: number[] = [];
  const recorder = new Recorder({
    connection,
    log,
    onCounted: () => undefined,
    gatherMs: 1,
    onFlushed: (_lease, count) => void flushed.push(count),
  });
  recorder.add(outcome());
  await expect.poll(() => connection.batches).toEqual([1]);
  connection.errors.push('57P03', 'ECONNREFUSED', '23505');
  connection.lossCount++;
  recorder.add(outcome());
  await expect.poll(() => connection.batches, { timeout: 5_000 }).toEqual([1, 1]);
  expect(flushed).toEqual([1]);
  await recorder.stop(1_000);
});
