import { expect, test } from 'vitest';
import { plannedAttempts, retryMs } from '../../console/src/pictures/planned-attempts.ts';
import { timeTicks } from '../../console/src/pictures/scale.ts';
import { limits } from '../../generated/limits.ts';

const at = '2026-11-23T12:00:00.000Z';
const attempt = {
  attempted_at: at,
  duration_ms: 5,
  status_code: 503,
  error: 'http_status' as const,
  error_detail: null,
  response_excerpt: '',
};

test('the waits of the picture are those of the service', () => {
  expect(retryMs).toEqual(limits.retrySeconds.map((seconds) => seconds * 1_000));
});

test('a pending delivery has its next attempt and those after it; any other has none', () => {
  const start = Date.parse(at);
  expect(plannedAttempts({ attempts: [], next_attempt_at: at }, null)).toEqual([0, 10_000, 70_000, 370_000].map((after) => start + after));
  expect(plannedAttempts({ attempts: [attempt], next_attempt_at: at }, true)).toEqual([0, 60_000, 360_000].map((after) => start + after));
  expect(plannedAttempts({ attempts: [attempt, attempt, attempt], next_attempt_at: at }, null)).toEqual([start]);
  expect(plannedAttempts({ attempts: [attempt], next_attempt_at: null }, null)).toEqual([]);
});

test('a delivery that waits until its listener connects has no attempt at a known time', () => {
  expect(plannedAttempts({ attempts: [], next_attempt_at: at }, false)).toEqual([]);
});

test.each([
  [1_000, 4, ['+300 ms', '+600 ms', '+900 ms']],
  [71_000, 8, ['+10 s', '+20 s', '+30 s', '+40 s', '+50 s', '+60 s', '+70 s']],
  [370_000, 4, ['+2 min', '+4 min', '+6 min']],
  [3 * 86_400_000, 3, ['+1 d', '+2 d', '+3 d']],
  [100 * 86_400_000, 2, ['+50 d', '+100 d']],
])('an axis of %i ms with at most %i ticks', (span, most, texts) => {
  expect(timeTicks(span, most).map(({ text }) => text)).toEqual(texts);
});
