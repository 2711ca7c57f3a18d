/** Selects the tests of a change: those of the same subject, and those that import a changed file. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

const isTest = (path: string) => /^test\/.*\.test\.ts$/.test(path);
const isSlow = (path: string) => path.endsWith('.slow.test.ts');
const read = (path: string) => readFileSync(path, 'utf8');

/** The tests of a folder have its name: `test/x` those of `server/x` and `x`, `test/api/x` those of `server/resources/x`. These folders have others or further ones. */
export const otherFolders: Readonly<Record<string, readonly string[]>> = {
  '.ci': ['tools'],
  bench: ['plans'],
  deploy: ['deploy', 'monitoring'],
  generated: ['contract'],
  server: ['config', 'process'],
  'server/access': ['access', 'scope'],
  'server/composition': ['config', 'process'],
  'server/database': ['database', 'replica'],
  'server/declare': ['orm', 'access'],
  'server/diagnostics': ['diagnostics', 'api/operator'],
  'server/entities': ['records', 'api'],
  'server/events': ['delivery', 'e2e'],
  'server/http': ['http', 'idempotency'],
  'server/ingestion': ['records', 'api/operator'],
  'server/jobs': ['retention', 'projections', 'delivery'],
  'server/lib': ['http', 'config'],
  'server/log': ['process', 'tracing'],
  'server/metrics': ['monitoring'],
  'server/migrations': ['database', 'orm'],
  'server/models': ['orm', 'lists'],
  'server/orm': ['orm', 'lists'],
  'server/pages': ['http'],
  'server/paging': ['paging', 'lists'],
  'server/problems': ['contract', 'http'],
  'server/processes': ['process'],
  'server/publications': ['api/publications', 'e2e'],
  'server/query': ['query', 'lists', 'api/analytics'],
  'server/resources/analytics': ['api/analytics', 'query'],
  'server/resources/operator': ['api/operator', 'reports', 'retention'],
  'server/schema': ['database', 'orm'],
  'server/signature-checks': ['api/webhooks'],
  'server/startup': ['process', 'config'],
  'server/versions': ['versions', 'http'],
  spec: ['contract'],
  tools: ['tools', 'packages'],
};

/** The folders of the tests with the subject of a file. */
export function foldersOf(file: string): readonly string[] {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    const own = folder.replace(/^server\/resources\//, 'api/').replace(/^server\//, '');
    const names = otherFolders[folder] ?? (existsSync(`test/${own}`) ? [own] : undefined);
    if (names) return names.map((name) => `test/${name}/`);
  }
  return ['test/packages/', 'test/docs/', 'test/contract/'];
}

/** The files that import a file, by its path. */
export function importersIn(files: readonly string[], textOf: (path: string) => string): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>();
  for (const file of files) {
    for (const [, target] of textOf(file).matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)) {
      const path = normalize(join(dirname(file), target!));
      importers.set(path, (importers.get(path) ?? new Set()).add(file));
    }
  }
  return importers;
}

export const importersInTests = () => importersIn(globSync('test/**/*.ts'), read);

const wordsOf = (path: string): readonly string[] =>
  basename(path)
    .split('.')[0]!
    .match(/[a-z0-9]+/gi) ?? [];

/** The distance of a test of the same subject from a file: 1 with the same name, 3 with a word of it in its name, else 7. */
function distanceOf(test: string, file: string): number {
  const [one, other] = [wordsOf(test), wordsOf(file)];
  if (one.join() === other.join()) return 1;
  return one.some((word) => other.includes(word)) ? 3 : 7;
}

export interface Selection {
  /** The nearest tests, and every test that changed. */
  readonly chosen: readonly string[];
  /** Other tests of the same subject. */
  readonly further: readonly string[];
  /** Slow tests that changed, import what changed, or have its name. */
  readonly slow: readonly string[];
}

/** At least so many tests run, also without a word of the changed file. */
const fewest = 4;

/** Selects up to `most` test files for changed files, the nearest first. */
export function testsOf(changed: readonly string[], most: number, importers: ReadonlyMap<string, ReadonlySet<string>>): Selection {
  const distances = new Map<string, number>();
  const note = (test: string, distance: number) => distances.set(test, Math.min(distance, distances.get(test) ?? Infinity));
  for (const file of changed) {
    if (isTest(file) && existsSync(file)) note(file, 0);
    else if (!file.startsWith('test/'))
      for (const folder of foldersOf(file)) for (const test of globSync(`${folder}**/*.test.ts`)) note(test, distanceOf(test, file));
    for (const importer of importers.get(file) ?? []) if (isTest(importer)) note(importer, 2);
  }
  const ordered = [...distances].sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1));
  const quick = ordered.filter(([path]) => !isSlow(path));
  const chosen = quick
    .filter(([, distance], index) => distance === 0 || index < fewest || (index < most && distance < 7))
    .map(([path]) => path);
  return {
    chosen,
    further: quick.map(([path]) => path).filter((path) => !chosen.includes(path)),
    slow: ordered.filter(([path, distance]) => isSlow(path) && distance < 4).map(([path]) => path),
  };
}
