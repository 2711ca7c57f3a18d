import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A connection of `pg` itself, or a pool that opens such ones. */
const unchecked = /new pg\.Client\(|extends pg\.Client\b|new pg\.Pool\((?!\{\s*Client:)/;

test('every connection to a database is one that checks certificates as its URL says', () => {
  const files = globSync('server/**/*.ts');
  expect(files.filter((path) => unchecked.test(readFileSync(path, 'utf8')))).toEqual(['server/database/client/tls-client.ts']);
});
