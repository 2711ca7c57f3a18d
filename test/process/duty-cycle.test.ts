import { afterEach, expect, test, vi } from 'vitest';
import { withDutyCycle } from '../../server/lib/duty-cycle.ts';

afterEach(() => void vi.restoreAllMocks());

test('work pauses for twenty times as long as it took, also if it failed', async () => {
  let now = 1_000;
  let takes = 10;
  let fails = false;
  const ran: number[] = [];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const work = withDutyCycle(async () => {
    ran.push(now);
    now += takes;
    if (fails) throw new Error('failed');
  });
  const { signal } = new AbortController();
  await work(signal);
  for (const at of [1_010, 1_209, 1_210]) {
    now = at;
    await work(signal);
  }
  [now, takes, fails] = [5_000, 1, true];
  await expect(work(signal)).rejects.toThrow('failed');
  for (const at of [5_020, 5_021]) {
    now = at;
    await work(signal).catch(() => undefined);
  }
  expect(ran).toEqual([1_000, 1_210, 5_000, 5_021]);
});
