import { expect, test } from 'vitest';
import { groupAttempts } from '../../console/src/group-attempts.ts';

const attempt = (status_code: number | null, error: 'http_status' | 'timeout' | null = 'http_status') => ({
  attempted_at: '2026-11-24T05:00:00.000Z',
  duration_ms: 10,
  status_code,
  error,
  error_detail: null,
  response_excerpt: null,
});
const shape = (...attempts: ReturnType<typeof attempt>[]) => groupAttempts(attempts).map(({ from, attempts: of }) => [from, of.length]);

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
