import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashApiKey } from '../../server/access/keys/api-keys.ts';
import { Admissions } from '../../server/http/steps/admissions.ts';
import { jobTask } from '../support/job-task.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { takeDatabaseClock, type DatabaseClock } from '../support/database-clock.ts';
import { startService, type TestService } from '../support/service.ts';

let database: TestDatabase;
let clock: DatabaseClock;
let service: TestService;
let hash: Buffer;

beforeAll(async () => {
  database = await createTestDatabase();
  clock = await takeDatabaseClock(database.url);
  service = await startService({ delivers: false, databaseUrl: database.url });
  hash = hashApiKey((await service.createAgency()).key);
});
afterAll(async () => {
  await service.close();
  await clock.close();
  await database.drop();
});

const windowMs = 60_000;
let operationCount = 0;

interface Outcome {
  readonly atMs: number;
  readonly isGranted: boolean;
  readonly left: number;
  readonly nextInMs: number;
}

/** Sends each group of requests at its time, in one turn of the event loop, to a separate operation. */
async function outcomesOf(limit: number, groups: readonly { atMs: number; size: number }[]): Promise<Outcome[]> {
  const admissions = new Admissions(service.database);
  const wanted = { operationId: `operation${operationCount++}`, rateLimit: { requests: limit, windowSeconds: windowMs / 1_000 } };
  const outcomes: Outcome[] = [];
  for (const { atMs, size } of groups) {
    await clock.set(atMs);
    const rows = await Promise.all(Array.from({ length: size }, () => admissions.take(hash, wanted)));
    for (const row of rows) {
      const { isGranted, left, nextInSeconds } = row!.window!;
      outcomes.push({ atMs, isGranted, left, nextInMs: nextInSeconds * 1_000 });
    }
  }
  return outcomes;
}

/** In whole microseconds, which is what the database keeps. */
const round = (ms: number) => Math.round(ms * 1_000) / 1_000;

/** Gaps of every size, those around the window's length among them. */
const gaps = fc.oneof(
  fc.constantFrom(0, 0.001, 1, 3_000, windowMs / 2, windowMs - 0.001, windowMs, windowMs + 0.001),
  fc.double({ min: 0, max: 20_000, noNaN: true }).map(round),
  fc.integer({ min: 0, max: 5_000_000 }),
);
const arrivals = fc.array(fc.record({ gapMs: gaps, size: fc.integer({ min: 1, max: 4 }) }), { minLength: 1, maxLength: 25 });

function atTimes(drawn: readonly { gapMs: number; size: number }[]) {
  let atMs = 0;
  return drawn.map(({ gapMs, size }) => ({ atMs: (atMs = round(atMs + gapMs)), size }));
}

test('no span of a window admits more than the limit, no request below it is refused, and the headers are true', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), arrivals, async (limit, drawn) => {
      const outcomes = await outcomesOf(limit, atTimes(drawn));
      const granted: number[] = [];
      for (const { atMs, isGranted, left, nextInMs } of outcomes) {
        const takenAt = granted.filter((at) => round(atMs - at) < windowMs);
        expect(isGranted).toBe(takenAt.length < limit);
        if (isGranted) {
          granted.push(atMs);
          takenAt.push(atMs);
        }
        expect(left).toBe(limit - takenAt.length);
        expect(nextInMs).toBeCloseTo(takenAt[0]! + windowMs - atMs, 2);
      }
      granted.forEach((at, index) => {
        if (index >= limit) expect(round(at - granted[index - limit]!)).toBeGreaterThanOrEqual(windowMs);
      });
    }),
    { numRuns: 60 },
  );
});

test.each([20, 600])('of requests spaced evenly at the limit of %i none is refused', async (limit) => {
  const groups = Array.from({ length: limit + 50 }, (_, index) => ({ atMs: (index * windowMs) / limit, size: 1 }));
  const outcomes = await outcomesOf(limit, groups);
  expect(outcomes.filter(({ isGranted }) => !isGranted)).toEqual([]);
  expect(outcomes.at(-1)!.left).toBe(0);
});

test('a clock that is set back costs a key its requests for at most one window', async () => {
  const outcomes = await outcomesOf(2, [
    { atMs: 3_600_000, size: 2 },
    { atMs: 0, size: 1 },
    { atMs: windowMs - 1, size: 1 },
    { atMs: windowMs, size: 2 },
  ]);
  expect(outcomes.map(({ isGranted }) => isGranted)).toEqual([true, true, false, false, true, true]);
});

test('over HTTP, no more than the limit pass around the turn of a minute, and a client that waits as requested passes', async () => {
  const { key } = await service.createAgency();
  const list = () => service.request('GET', '/v1/sent-messages', { key });
  const statusesAt = async (atMs: number, count: number) => {
    await clock.set(atMs);
    return (await Promise.all(Array.from({ length: count }, list))).map(({ status }) => status);
  };
  expect(await statusesAt(0, 1)).toEqual([200]);
  expect(await statusesAt(59_500, 19)).toEqual(Array(19).fill(200));
  expect((await statusesAt(60_000, 20)).filter((status) => status === 200)).toHaveLength(1);
  const refused = await list();
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('ratelimit')]).toEqual([429, '60', '"default";r=0;t=60']);
  await clock.set(119_499);
  expect((await list()).headers.get('retry-after')).toBe('1');
  await clock.set(119_500);
  const passed = await list();
  expect([passed.status, passed.headers.get('ratelimit')]).toEqual([200, '"default";r=18;t=1']);
});

test('the hourly clean-up leaves the windows in which something is counted', async () => {
  const windows = () => service.database.query({ text: 'SELECT operation_id, ages FROM rate_windows ORDER BY operation_id' });
  await service.database.query({ text: 'DELETE FROM rate_windows' });
  const admissions = new Admissions(service.database);
  const take = (operationId: string) => admissions.take(hash, { operationId, rateLimit: { requests: 5, windowSeconds: windowMs / 1_000 } });
  await clock.set(10_000_000);
  await take('idle');
  await clock.set(10_000_001);
  await take('counted');
  await clock.set(10_000_001 + windowMs);
  await jobTask('clean_up', { sql: service.database }).run({}, new AbortController().signal, { number: 1, most: 1 });
  expect(await windows()).toEqual([{ operation_id: 'counted', ages: [0] }]);
});
