import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

async function filesOf(folder: string): Promise<Map<string, string>> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  return new Map(await Promise.all(paths.map(async (path) => [relative(folder, path), await readFile(path, 'utf8')] as const)));
}

test('written out for static hosts, every link of a page leads to a file or to the service', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  const env = { ...process.env, PUBLIC_URL: 'https://api.example.com' };
  const { status, stderr } = spawnSync(process.execPath, ['docs/site/export.ts', folder], { encoding: 'utf8', env });
  expect(status, stderr).toBe(0);
  const files = await filesOf(folder);
  await rm(folder, { recursive: true });
  const pages = [...files].filter(([name]) => name.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(100);
  for (const [name, html] of pages) {
    expect(html, name).not.toMatch(/\{(docs_home|service_home|base_url)\}/);
    for (const [, link] of html.matchAll(/ (?:href|src)="([^"#]+)/g)) {
      const { origin, pathname } = new URL(link!, `https://static.example.com/${name.replace(/\.html$/, '')}`);
      if (origin !== 'https://static.example.com') continue;
      const file = pathname.slice(1);
      expect(files.has(file) || files.has(`${file}.html`), `${link} on ${name}`).toBe(true);
    }
  }
});
