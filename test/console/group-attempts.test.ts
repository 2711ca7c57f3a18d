import { expect, test } from 'vitest';
import { groupAttempts, spanMs } from '../../console/src/group-attempts.ts';

const attempt = (status_code: number | null, error: 'http_status' | 'timeout' | null = 'http_status') => ({
  attempted_at: '2026-11-24T05:00:00.000Z',
  duration_ms: 10,
  status_code,
  error,
  error_detail: null,
  response_excerpt: null,
});
const shapeOf = (attempts: readonly ReturnType<typeof attempt>[], isLatestApart: boolean) =>
  groupAttempts(attempts, isLatestApart).map(({ from, attempts: of }) => [from, of.length]);
const shape = (...attempts: ReturnType<typeof attempt>[]) => shapeOf(attempts, true);

test('attempts in a row with the same outcome are one group, without the latest', () => {
  const [unavailable, timeout, ok] = [attempt(503), attempt(null, 'timeout'), attempt(200, null)];
  expect(shape()).toEqual([]);
  expect(shape(unavailable)).toEqual([[1, 1]]);
  expect(shape(unavailable, unavailable)).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect(shape(unavailable, unavailable, unavailable, ok)).toEqual([
    [1, 3],
    [4, 1],
  ]);
  expect(shape(unavailable, unavailable, timeout, timeout)).toEqual([
    [1, 2],
    [3, 1],
    [4, 1],
  ]);
  expect(shape(attempt(500), unavailable, unavailable, unavailable)).toEqual([
    [1, 1],
    [2, 2],
    [4, 1],
  ]);
});

test('a list folds the latest attempt, too, and says within which time', () => {
  const later = { ...attempt(503), attempted_at: '2026-11-24T05:00:09.000Z', duration_ms: 1_000 };
  const groups = groupAttempts([attempt(503), later, attempt(200, null)], false);
  expect(groups.map(({ attempts }) => attempts.length)).toEqual([2, 1]);
  expect(groups.map(spanMs)).toEqual([10_000, 10]);
});
