import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface Step {
  readonly path: string;
  /** Code that the line names next to the file: members, functions and columns that the file has. */
  readonly names: readonly string[];
}

const walks = readFileSync('contributing/other-changes.md', 'utf8')
  .split('\n## ')
  .slice(1)
  .map((walk) => {
    const [title = '', ...lines] = walk.split('\n');
    const steps = lines.flatMap((line): Step[] => {
      const [path, ...names] = [...line.matchAll(/`([^`]+)`/g)].map(([, span]) => span!);
      return line.startsWith('- `') && path ? [{ path, names: names.filter((name) => /^[\w-]+$/.test(name)) }] : [];
    });
    return [title, steps] as const;
  });

test('CONTRIBUTING leads to the files of each kind of change', () => {
  const guides = [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/\]\((contributing\/[^)]+)\)/g)].map(([, guide]) => guide!);
  expect(guides.toSorted()).toEqual(globSync('contributing/*.md').sort());
  expect(walks.map(([title]) => title)).toEqual([
    'An operator operation',
    'A filter of a list',
    'A quota',
    'The retry schedule',
    'A response header',
    'A delivery header',
    'A metric',
    'A command',
    'A page of the console',
  ]);
});

describe.each(walks)('%s', (_title, steps) => {
  test('names files that exist, with the names that are in them', () => {
    expect(steps.length).toBeGreaterThan(0);
    for (const { path, names } of steps) {
      expect(existsSync(path), path).toBe(true);
      if (statSync(path).isDirectory()) continue;
      const content = readFileSync(path, 'utf8');
      for (const name of names) expect(content, path).toMatch(new RegExp(`(?<![\\w-])${name}(?![\\w-])`));
    }
  });
});
