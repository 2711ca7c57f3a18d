import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('git ignores the files that a reader of the quick start creates in the repository', async () => {
  const page = await readFile('docs/quick-start.md', 'utf8');
  const created = [...page.matchAll(/ file="([^"]+)"|> ([\w-]+\.\w+)$/gm)].map(([, written, redirected]) => `/${written ?? redirected}`);
  expect(created).toContain('/endpoint.json');
  expect((await readFile('.gitignore', 'utf8')).split('\n')).toEqual(expect.arrayContaining(created));
});
