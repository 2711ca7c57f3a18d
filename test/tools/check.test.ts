import { existsSync, globSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { foldersOf, importersIn, importersInTests, otherFolders, testsOf } from '../../tools/tests-of.ts';

const quickTests = (pattern: string) => globSync(pattern, { exclude: ['**/*.slow.test.ts'] });

describe('the folders of tests', () => {
  test('are there for every folder of production, and have tests of the quick suite', () => {
    const foldersIn = (path: string) =>
      readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [`${path}/${entry.name}`] : []));
    const production = [
      ...foldersIn('server'),
      ...foldersIn('server/resources'),
      ...Object.keys(otherFolders),
      'sdk',
      'cli',
      'console',
      'docs',
    ];
    for (const folder of production.filter((each) => each !== 'server/resources')) {
      expect(existsSync(folder), folder).toBe(true);
      const folders = foldersOf(`${folder}/x.ts`);
      if (!otherFolders[folder]) expect(folders).toEqual([`test/${folder.replace('server/resources/', 'api/').replace('server/', '')}/`]);
      for (const each of folders) expect(quickTests(`${each}**/*.test.ts`), each).not.toEqual([]);
    }
  });

  test('of a file are those of the longest folder that it is in', () => {
    expect(foldersOf('server/resources/orders/list-orders.ts')).toEqual(['test/api/orders/']);
    expect(foldersOf('server/main.ts')).toEqual(['test/config/', 'test/process/']);
    expect(foldersOf('package.json')).toEqual(['test/packages/', 'test/docs/', 'test/contract/']);
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
  const importers = importersInTests();
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
