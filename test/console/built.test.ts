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

test('the first load is small, loads nothing from elsewhere, and nothing in it is run in the page', async () => {
  const files = await filesOf('console/built');
  const page = files.get('index.html')!;
  const named = [...page.matchAll(/ (?:src|href)="\{base\}\/([^"]+)"/g)].map(([, name]) => name!);
  expect(named.toSorted()).toEqual([...files.keys()].filter((name) => name.startsWith('assets/')));
  const loaded = [page, ...named.map((name) => files.get(name)!)].map((text) => gzipSync(text).length);
  expect(loaded.reduce((total, length) => total + length)).toBeLessThan(90_000);
  expect(page).not.toMatch(/https?:|<style|style=|<script(?![^>]* src=)/);
});

test('the page of the console shows its name before the program runs; that of the portal does not, which may have another', () => {
  const files = readConsole('console/built');
  const textOf = (door: 'console' | 'portal') =>
    new ConsoleSite(files, door)
      .page(`/${door}/x`)
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ');
  expect(textOf('console')).toContain('Agency Service Console');
  expect(textOf('portal')).not.toContain('Agency Service');
  expect(new ConsoleSite(files, 'portal').page('/portal/x')).toMatch(/<header class="top">\s*<\/header>/);
});
