import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { completeLinks } from '../../server/database/embedded/postgres-place.ts';

test('a PostgreSQL that was installed without scripts gets the links among its libraries', () => {
  const native = join(mkdtempSync(join(tmpdir(), 'agency-service-links-')), 'native');
  try {
    mkdirSync(join(native, 'lib'), { recursive: true });
    writeFileSync(join(native, 'lib/libpq.so.5.18'), 'library');
    const links = ['libpq.so', 'libpq.so.5'].map((name) => ({ source: 'native/lib/libpq.so.5.18', target: `native/lib/${name}` }));
    writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links));
    for (const _ of ['missing', 'there']) {
      completeLinks(native);
      expect(readdirSync(join(native, 'lib')).toSorted()).toEqual(['libpq.so', 'libpq.so.5', 'libpq.so.5.18']);
    }
    for (const { target } of links) expect(existsSync(join(dirname(native), target))).toBe(true);
  } finally {
    rmSync(dirname(native), { recursive: true });
  }
});
