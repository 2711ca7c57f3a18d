import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { fencesOf, type Fence } from './fences.ts';

const folder = resolve('.cache/samples/types');
const settings = {
  extends: resolve('tsconfig.base.json'),
  compilerOptions: { noEmit: true, allowImportingTsExtensions: true, types: ['node'] },
  include: ['**/*.ts'],
};

/** What the samples of the SDK's reference name; each is one call. */
function clientOf(page: string): string {
  if (!page.includes('sdk-reference/')) return '';
  const [module, type] = page.includes('operator/')
    ? ['@agency-service/sdk/operator', 'OperatorClient']
    : ['@agency-service/sdk', 'Client'];
  return `declare const client: import('${module}').${type};\n`;
}

/** Parts of programs, whose rest comes from a generator of clients, and recipes that are compiled with the settings of their platform. */
const elsewhere = /^docs\/(clients|recipes\/(cloudflare-workers|nestjs|sveltekit))\.md$/;

// Node runs them without checking their types.
test('the compiler finds nothing wrong in any sample in TypeScript', async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const pages = (await readdir('docs/built', { recursive: true })).filter((path) => path.endsWith('.md') && !elsewhere.test(path));
  let count = 0;
  for (const page of pages) {
    const isTypeScript = ({ language }: Fence) => language === 'ts';
    const samples = fencesOf(await readFile(join('docs/built', page), 'utf8')).filter(isTypeScript);
    if (samples.length === 0) continue;
    // Samples of a page import each other by their names, which are in its source.
    const sources = fencesOf(await readFile(page, 'utf8').catch(() => '')).filter(isTypeScript);
    const pageFolder = join(folder, page.slice(0, -3).replace(/\W+/g, '-'));
    await mkdir(pageFolder);
    for (const [index, { text }] of samples.entries()) {
      await writeFile(join(pageFolder, sources[index]?.attributes['file'] ?? `${index}.ts`), `${clientOf(page)}${text}\nexport {};\n`);
      count++;
    }
  }
  expect(count).toBeGreaterThan(80);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const { stdout } = spawnSync('tsc', ['-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
});
