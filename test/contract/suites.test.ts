import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import quick from '../../vitest.config.ts';
import slow from '../../vitest.slow.config.ts';

const filesOf = ({ include = [], exclude = [] }: { include?: string[]; exclude?: string[] }) => {
  const left = new Set(globSync(exclude));
  return globSync(include).filter((path) => !left.has(path));
};
const suites = [quick, slow].map(({ test: options }) => filesOf(options!));

test('every file of tests is in exactly one of the two suites', () => {
  const isElsewhere = /(^|\/)(node_modules|\.cache|\.data|built|dist)(\/|$)/;
  const written = globSync('**/*[._-]{test,spec}.{ts,tsx,mts,js,mjs}', { exclude: (name) => isElsewhere.test(name) });
  expect(written.length).toBeGreaterThan(300);
  expect(suites.flat().sort()).toEqual(written.sort());
});
