import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { directConnections, poolSizes } from '../../server/composition/pool-sizes.ts';

test.each(Array.from({ length: 77 }, (_, index) => 24 + index))(
  '%i connections are divided without a rest, each pool with enough',
  (total) => {
    const { requests, operators, worker, jobs, sessions, records, checks, setUp } = poolSizes(total);
    expect(jobs).toBeGreaterThanOrEqual(2);
    expect(worker - sessions - jobs).toBeGreaterThanOrEqual(1);
    expect(requests + worker + records + checks + setUp + 1).toBe(total);
    expect(requests - operators).toBeGreaterThanOrEqual(3);
    expect([operators, records, worker].every((size, index) => size >= [1, 2, 12][index]!)).toBe(true);
  },
);

test.each(Array.from({ length: 77 }, (_, index) => 24 + index))('behind a pooler, %i connections are divided without a rest', (total) => {
  const sizes = poolSizes(total, true);
  const { requests, operators, worker, sessions, records, checks, setUp } = sizes;
  expect(requests + worker + records + checks + setUp + directConnections(sizes)).toBe(total);
  expect(directConnections(sizes)).toBe(sessions + 1);
  expect(requests - operators).toBeGreaterThanOrEqual(3);
  expect([operators, records, worker, sessions].every((size, index) => size >= [1, 1, 2, 11][index]!)).toBe(true);
});

test('the guide to scaling shows how the default is divided', () => {
  const { requests, operators, worker, jobs, records, checks, setUp } = poolSizes(30);
  const [, section] = readFileSync('docs/operate/scale-out.md', 'utf8').split('## Connections\n');
  const rows = [...section!.split('\n## ')[0]!.matchAll(/^\| [^|]+ \| (\d+) \| (.*) \|$/gm)];
  expect(rows.map(([, count]) => Number(count))).toEqual([requests, worker, records, checks, setUp, 1]);
  expect(rows[0]![2]).toContain(`up to ${operators} of them`);
  expect(rows[1]![2]).toContain(`Jobs use up to ${jobs} of the others`);
});
