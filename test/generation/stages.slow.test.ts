import { stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Output } from '../../spec/generate/output.ts';
import { built, sources } from '../../tools/outputs.ts';
import { CopiedTree } from './copied-tree.ts';

let tree: CopiedTree;
beforeAll(async () => {
  tree = await CopiedTree.of([...sources, 'sdk', 'cli', 'tsconfig.base.json']);
});
afterAll(() => tree.remove());

test.each<readonly [string, string, readonly [path: string, before: string, after: string], RegExp]>([
  [
    'the contract',
    'tools/build.ts',
    ['spec/paths/tags.yaml', 'tags: [Tags]', 'tags: [Tag]'],
    /^spec\/paths\/tags\.yaml:LINE: Tag is not a tag/m,
  ],
  [
    'the documentation',
    'docs/site/build.ts',
    ['docs/site/menu.ts', "'quick-start'", "'quick-begin'"],
    /menu\.ts does not name: quick-start/,
  ],
  ['the console', 'console/build.ts', ['console/src/main.tsx', 'render(<App', 'render(<<App'], /main\.tsx/],
])(
  'a failure in %s is reported, and the next build makes everything that is missing',
  async (_place, script, [path, before, after], complaint) => {
    const written = await tree.read(path);
    const line = await tree.edit(path, before, after);
    const { status, text } = await tree.run(process.execPath, script);
    await tree.write(path, written);
    expect(status, text).toBe(1);
    expect(text).toMatch(new RegExp(complaint.source.replace('LINE', String(line)), complaint.flags));
    if (script !== 'tools/build.ts') return;
    const again = await tree.run(process.execPath, script, '--if-needed');
    expect(again.status, again.text).toBe(0);
    for (const path of built) await expect(stat(join(tree.folder, path)), path).resolves.toBeDefined();
  },
  240_000,
);

test('a generated file that stays as it is, is not written; others of its folder go', async () => {
  const folder = join(tree.folder, 'output');
  const write = async (names: readonly string[]) => {
    const output = new Output();
    for (const name of names) await output.raw(join(folder, name), 'export const one = 1;');
    await output.removeOthers(folder);
  };
  await write(['one.ts', 'deep/two.ts']);
  await utimes(join(folder, 'one.ts'), 1, 1);
  await write(['one.ts']);
  expect((await stat(join(folder, 'one.ts'))).mtimeMs).toBe(1_000);
  await expect(tree.read('output/deep/two.ts')).rejects.toThrow('ENOENT');
});

test('a check of the generation names the files that differ', async () => {
  const limits = JSON.stringify(await tree.read('generated/limits.ts'));
  const writing = `writeFileSync('generated/limits.ts', ${limits}); writeFileSync('generated/problems.ts', 'other'); rmSync('generated/models.ts');`;
  await tree.write('spec/generate/main.ts', `import { rmSync, writeFileSync } from 'node:fs'; ${writing}`);
  const { status, text } = await tree.run(process.execPath, 'tools/generate.ts', '--check');
  expect(status).toBe(1);
  expect(text).toMatch(/^generated\/problems\.ts$/m);
  expect(text).toMatch(/^generated\/models\.ts$/m);
  expect(text).not.toContain('generated/limits.ts');
});
