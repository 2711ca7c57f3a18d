import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ConsoleSite, readConsole } from '../../server/pages/console-site.ts';

async function filesOf(folder: string): Promise<Map<string, string>> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  return new Map(await Promise.all(paths.map(async (path) => [relative(folder, path), await readFile(path, 'utf8')] as const)));
}

const bytesOf = (texts: readonly string[]) => texts.map((text) => gzipSync(text).length).reduce((total, length) => total + length, 0);

/** The files that a program imports before it runs. */
const importsOf = (program: string) =>
  [...program.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, name]) => `assets/${name}`).toSorted();

/** The files that a program requests when they are needed. */
const laterImportsOf = (program: string) =>
  [...program.matchAll(/import\("\.\/([^"]+)"\)/g)].map(([, name]) => `assets/${name}`).toSorted();

test('the first load is small, loads nothing from elsewhere, and nothing in it is run in the page', async () => {
  const files = await filesOf('console/built');
  const page = files.get('index.html')!;
  const named = [...page.matchAll(/ (?:src|href)="\{base\}\/([^"]+)"/g)].map(([, name]) => name!);
  const [application] = named.filter((name) => name.startsWith('assets/app-'));
  const imported = importsOf(files.get(application!)!);
  expect(named.filter((name) => imported.includes(name)).toSorted()).toEqual(imported);
  expect(bytesOf([page, ...named.map((name) => files.get(name)!)])).toBeLessThan(91_000);
  expect(page).not.toMatch(/https?:|<style|style=|<script(?![^>]* src=)/);
});

/** What a part may weigh that is loaded when it is first shown, by the beginning of the name of its file. */
const laterBytes = { data: 6_000, 'event-catalogue': 8_000, explanation: 3_000, recipes: 6_000, repair: 5_000 } as const;

test('each part that is loaded later is small, and imports nothing that the first load has not', async () => {
  const files = await filesOf('console/built');
  const page = files.get('index.html')!;
  const programs = [...files].filter(([name]) => name.endsWith('.js'));
  const later = programs.filter(([name]) => !page.includes(name));
  expect(programs.flatMap(([, program]) => laterImportsOf(program)).toSorted()).toEqual(later.map(([name]) => name).toSorted());
  expect(later.map(([name]) => /^assets\/(.*)-[^-]*$/.exec(name)![1]).toSorted()).toEqual(Object.keys(laterBytes).toSorted());
  for (const [name, most] of Object.entries(laterBytes)) {
    const [, program] = later.find(([file]) => file.startsWith(`assets/${name}-`))!;
    expect(bytesOf([program]), name).toBeLessThan(most);
    expect(importsOf(program).filter((file) => !page.includes(file))).toEqual([]);
  }
});

test('the page shows text before the program runs: that of the console its name, that of the portal, which may have another, what it is', () => {
  const files = readConsole('console/built');
  const textOf = (mode: 'console' | 'portal') =>
    new ConsoleSite(files, mode)
      .page(`/${mode}/x`)
      .replace(/<head>.*<\/head>/s, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ');
  expect(textOf('console')).toContain('Agency Service Console');
  expect(textOf('console')).not.toContain('Webhooks');
  expect(textOf('portal')).toContain('Webhooks');
  expect(textOf('portal')).not.toContain('Agency Service');
});
