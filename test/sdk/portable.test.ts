import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '../../sdk/src');

it('the SDK uses nothing that only Node has, and no package', async () => {
  const files = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.ts') && !name.startsWith('generated'));
  const texts = await Promise.all(files.map(async (name) => ({ name, text: await readFile(join(source, name), 'utf8') })));
  expect(texts.filter(({ text }) => /from 'node:|\bBuffer\b|\bprocess\.(?!env\.SVC)/.test(text)).map(({ name }) => name)).toEqual([]);
  expect(texts.filter(({ text }) => /from '[^.]/.test(text)).map(({ name }) => name)).toEqual([]);
});
