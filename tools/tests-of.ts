/** Which tests a change needs: those of the same subject, and those that import what changed. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { testFolders } from './test-folders.ts';

const isTest = (path: string) => /^test\/.*\.test\.ts$/.test(path);
const isSlow = (path: string) => path.endsWith('.slow.test.ts');

/** A file that more than these import says little about each of them. */
const mostImporters = 40;

/** How far a test may be from what it imports: through files that import each other. */
const farthest = 3;

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

/** The tests that import a file, with the number of steps. */
function importingTests(file: string, importers: ReadonlyMap<string, ReadonlySet<string>>): Map<string, number> {
  const steps = new Map([[file, 0]]);
  for (const [path, step] of steps) {
    const next = importers.get(path) ?? new Set();
    if (step === farthest || (step > 0 && next.size > mostImporters)) continue;
    for (const each of next) if (!steps.has(each)) steps.set(each, step + 1);
  }
  return new Map([...steps].filter(([path]) => isTest(path)));
}

/** The folders of the tests with the subject of a file. */
export function foldersOf(file: string): readonly string[] {
  const longest = Object.keys(testFolders)
    .filter((folder) => file.startsWith(folder))
    .reduce((one, other) => (other.length > one.length ? other : one));
  return testFolders[longest]!;
}

const wordsOf = (path: string): readonly string[] =>
  basename(path)
    .split('.')[0]!
    .match(/[a-z0-9]+/gi) ?? [];

/** How often a text has the words of a file's name, in their forms. */
function mentions(text: string, file: string): number {
  const stems = wordsOf(file).map((word) => word.slice(0, Math.max(3, word.length - 2)));
  if (stems.length === 0) return 0;
  return text.match(new RegExp(`(?<![a-z])(${stems.join('|')})`, 'gi'))?.length ?? 0;
}

/** How near a test of the same subject is to a file: 1 with the same name, 3 with a word of it in its name, 5 in its text. */
function nearness(test: string, file: string): number {
  const [one, other] = [wordsOf(test), wordsOf(file)];
  if (one.join() === other.join()) return 1;
  if (one.some((word) => other.includes(word))) return 3;
  return mentions(read(test), file) > 0 ? 5 : 7;
}

const read = (path: string) => readFileSync(path, 'utf8');

export interface Selection {
  /** The nearest tests, and every test that changed. */
  readonly chosen: readonly string[];
  /** Other tests of the same subject. */
  readonly further: readonly string[];
  /** Slow tests that changed, import what changed, or have its name. */
  readonly slow: readonly string[];
}

/** So many run also where none of them has a word of the changed file. */
const fewest = 4;

/** Selects up to `most` test files for changed files, the nearest first: those that changed, have the name, import them, or have a word of it. */
export function testsOf(changed: readonly string[], most: number, importers: ReadonlyMap<string, ReadonlySet<string>>): Selection {
  const near = new Map<string, { distance: number; said: number }>();
  const note = (test: string, file: string, distance: number) => {
    const known = near.get(test);
    const said = mentions(read(test), file);
    if (!known || distance < known.distance) near.set(test, { distance, said: Math.max(said, known?.said ?? 0) });
  };
  for (const file of changed) {
    if (isTest(file) && existsSync(file)) note(file, file, 0);
    else if (!file.startsWith('test/'))
      for (const folder of foldersOf(file)) for (const test of globSync(`${folder}**/*.test.ts`)) note(test, file, nearness(test, file));
    for (const [test, steps] of importingTests(file, importers)) note(test, file, steps * 2);
  }
  const ordered = [...near].sort(([a, one], [b, other]) => one.distance - other.distance || other.said - one.said || (a < b ? -1 : 1));
  const quick = ordered.filter(([path]) => !isSlow(path));
  const isChosen = ([, { distance }]: (typeof quick)[number], index: number) =>
    distance === 0 || index < fewest || (index < most && distance < 7);
  return {
    chosen: quick.filter(isChosen).map(([path]) => path),
    further: quick.filter((each, index) => !isChosen(each, index)).map(([path]) => path),
    slow: ordered.filter(([path, { distance }]) => isSlow(path) && distance < 4).map(([path]) => path),
  };
}

/** The importers among the tree's files of TypeScript. */
export function importersInTree(): Map<string, Set<string>> {
  const roots = ['server', 'generated', 'spec', 'sdk/src', 'cli/src', 'console', 'docs/site', 'tools', 'bench', '.ci', 'test'];
  const files = roots.flatMap((root) =>
    globSync(`${root}/**/*.{ts,tsx}`, { exclude: (name) => /(^|\/)(node_modules|built|dist)$/.test(name) }),
  );
  return importersIn(files, read);
}
