import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { advisoryLocks } from '../../server/database/advisory-locks.ts';

const registry = 'server/database/advisory-locks.ts';
/** Takes the number that its caller has from the registry. */
const lockingFunction = 'server/schema/agencies.sql';
const takesLock = /pg_(try_)?advisory/;

test('no two purposes have the same number', () => {
  const numbers = Object.values(advisoryLocks);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('no lock is taken but through the registry', () => {
  const files = globSync('server/**/*.{ts,sql}').map((path) => relative(process.cwd(), path));
  expect(files.filter((path) => takesLock.test(readFileSync(path, 'utf8'))).toSorted()).toEqual([registry, lockingFunction]);
});
