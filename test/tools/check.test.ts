import { existsSync, globSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { testFolders } from '../../tools/test-folders.ts';
import { foldersOf, importersIn, importersInTree, testsOf } from '../../tools/tests-of.ts';

const quickTests = (pattern: string) => globSync(pattern, { exclude: ['**/*.slow.test.ts'] });

describe('the folders of tests', () => {
  test('exist, and have tests of the quick suite', () => {
    for (const folder of new Set(Object.values(testFolders).flat())) expect(quickTests(`${folder}**/*.test.ts`), folder).not.toEqual([]);
  });

  test('are named for every folder of production, and for none that is gone', () => {
    const named = Object.keys(testFolders).filter((folder) => folder !== '');
    expect(named.filter((folder) => !existsSync(folder))).toEqual([]);
    const foldersIn = (path: string) =>
      readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [`${path}/${entry.name}/`] : []));
    const others = ['sdk/', 'cli/', 'console/', 'docs/', 'spec/', 'generated/', 'deploy/'];
    const production = [...foldersIn('server'), ...foldersIn('server/resources'), ...others];
    expect(production.filter((folder) => folder !== 'server/resources/' && !named.includes(folder))).toEqual([]);
  });

  test('of a file are those of the longest folder that it is in', () => {
    expect(foldersOf('server/resources/orders/list-orders.ts')).toEqual(['test/api/orders/']);
    expect(foldersOf('server/main.ts')).toEqual(testFolders['server/']);
    expect(foldersOf('package.json')).toEqual(testFolders['']);
  });
});

test('imports of every form are found', () => {
  const text = `import './a.ts';\nimport type { B } from '../b.ts';\nexport * from './c.ts';\nawait import('./d.ts');\nimport x from 'package';`;
  expect([...importersIn(['server/lib/one.ts'], () => text).keys()]).toEqual([
    'server/lib/a.ts',
    'server/b.ts',
    'server/lib/c.ts',
    'server/lib/d.ts',
  ]);
});

describe('a change selects', () => {
  const importers = importersInTree();
  const select = (changed: readonly string[], most = 3) => testsOf(changed, most, importers);

  test('the test with its name first', () => {
    expect(select(['server/resources/orders/list-orders.ts']).chosen[0]).toBe('test/api/orders/list-orders.test.ts');
  });

  test('tests that import it', () => {
    expect(select(['test/cli/run-svc.ts'], 100).chosen).toContain('test/cli/usage.test.ts');
  });

  test('each test that changed, however many', () => {
    const changed = quickTests('test/cli/*.test.ts');
    expect(select(changed).chosen.toSorted()).toEqual(changed.toSorted());
  });

  test('some tests of its subject where none is about it, and counts those that are left', () => {
    const { chosen, further } = select(['server/resources/webhooks/zzz.ts']);
    expect(chosen.length).toBeGreaterThan(0);
    expect(chosen.length + further.length).toBe(quickTests('test/api/webhooks/**/*.test.ts').length);
  });

  test('no slow test, but names it', () => {
    const { chosen, slow } = select(['test/console/browser.ts'], 100);
    expect(chosen.filter((path) => path.endsWith('.slow.test.ts'))).toEqual([]);
    expect(slow.length).toBeGreaterThan(0);
  });
});
