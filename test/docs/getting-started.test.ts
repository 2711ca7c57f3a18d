import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { expect, test } from 'vitest';
import lockfile from '../../package-lock.json' with { type: 'json' };
import { fencesOf } from './fences.ts';

const guides = (await readdir('docs')).filter((name) => name.endsWith('.md')).map((name) => join('docs', name));
const documents = ['README.md', 'sdk/README.md', 'cli/README.md', ...guides];

test.each(documents)('the commands of %s name packages that cannot be taken for others', async (path) => {
  for (const { text } of fencesOf(await readFile(path, 'utf8'))) {
    const called = [...text.matchAll(/\bnpx (?:--?\S+ )*(\S+)/g)].map(([, name]) => name!);
    // `node` is a package of the lockfile, and of that name alone.
    expect(called.filter((name) => !['node', '@agency-service/cli', 'vitest'].includes(name))).toEqual([]);
  }
});

test('a page in Markdown shows its samples without the marks of their tests', async () => {
  const pages = (await readdir('docs/built', { recursive: true })).filter((path) => /\.(md|txt)$/.test(path));
  expect(pages.length).toBeGreaterThan(100);
  for (const page of pages) {
    const marks = fencesOf(await readFile(join('docs/built', page), 'utf8')).flatMap(({ attributes }) => Object.keys(attributes));
    expect(new Set([...marks, 'title']), page).toEqual(new Set(['title']));
  }
});

interface Locked {
  readonly version?: string;
  readonly engines?: { readonly node?: string };
}

test('the README names every package for which npm warns on Node 20', async () => {
  const packages = Object.entries(lockfile.packages as Readonly<Record<string, Locked>>);
  const warned = packages
    .filter(([, { engines }]) => engines?.node !== undefined && !satisfies('20.20.2', engines.node))
    .map(([path]) => path.split('node_modules/').at(-1));
  const readme = (await readFile('README.md', 'utf8')).replace(/\s+/g, ' ');
  const [, named] = /an `EBADENGINE` warning for each of (.*?), which ask/.exec(readme)!;
  expect([...named!.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort()).toEqual(warned.sort());
});
