import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Chain } from '../../server/lib/chain.ts';

test('items leave a chain from anywhere, once, and the others keep their order', () => {
  const chain = new Chain<string>();
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((item) => chain.join(item));
  chain.leave(b!);
  chain.leave(b!);
  expect([chain.size, chain.first]).toEqual([3, 'a']);
  chain.leave(a!);
  chain.leave(d!);
  expect([chain.size, chain.first]).toEqual([1, 'c']);
  const e = chain.join('e');
  chain.leave(c!);
  expect([chain.size, chain.first]).toEqual([1, 'e']);
  chain.leave(e);
  expect([chain.size, chain.first]).toEqual([0, undefined]);
  chain.join('f');
  expect([chain.size, chain.first]).toEqual([1, 'f']);
  for (const left of [a, b, c, d]) expect(left).toMatchObject({ before: undefined, after: undefined });
});

test('attempts that end soon need no collection of the whole heap', () => {
  const script = fileURLToPath(new URL('attempts-in-child.ts', import.meta.url));
  const printed = execFileSync(process.execPath, ['--max-semi-space-size=4', script], { encoding: 'utf8' });
  const { minor, major, open } = JSON.parse(printed) as { minor: number; major: number; open: number };
  expect(open).toBe(20);
  expect(minor).toBeGreaterThan(100);
  expect(major, printed).toBeLessThanOrEqual(5);
});
