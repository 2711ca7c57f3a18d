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
