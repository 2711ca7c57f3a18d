import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sources } from '../../tools/tree.ts';
import { CopiedTree } from './copied-tree.ts';

const made = ['generated', 'docs/built', 'console/built', 'sdk/src/generated', 'cli/src/generated', 'console/src/generated'];

let tree: CopiedTree;
beforeAll(async () => {
  tree = await CopiedTree.of([...sources, 'sdk', 'cli', 'tsconfig.base.json']);
});
afterAll(() => tree.remove());

type Edit = readonly [path: string, before: string, after: string];

/** Runs a script that builds with an edit, and takes the edit back. */
async function buildWith([path, before, after]: Edit, script: string) {
  const written = await tree.read(path);
  const former = await tree.digest(made);
  const line = await tree.edit(path, before, after);
  try {
    const { status, text } = await tree.run(process.execPath, script);
    return { status, text, line, untouched: (await tree.digest(made)) === former };
  } finally {
    await tree.write(path, written);
  }
}

/** A script that runs these stages alone, as a build does. */
async function running(scripts: readonly string[], paths: readonly string[]): Promise<string> {
  await tree.write(
    'run.ts',
    `import { makeInCopy } from './tools/stage.ts';
     import { reportFailure } from './tools/report-failure.ts';
     await makeInCopy(${JSON.stringify(scripts)}, ${JSON.stringify(paths)}).catch(reportFailure);`,
  );
  return 'run.ts';
}

/** Runs stages whose source is given. */
async function runStages(stages: readonly string[], paths: readonly string[]) {
  const scripts = stages.map((_, index) => `tools/stage-${index}.ts`);
  for (const [index, source] of stages.entries()) await tree.write(scripts[index]!, source);
  return tree.run(process.execPath, await running(scripts, paths));
}

const writing = `import { mkdirSync, writeFileSync } from 'node:fs';
  for (const folder of ${JSON.stringify(made)}) { mkdirSync(folder, { recursive: true }); writeFileSync(folder + '/new', 'new'); }`;

describe('a failure leaves everything that was made as it was:', () => {
  test.each<readonly [string, string | undefined, string[], Edit, RegExp]>([
    [
      'in the contract',
      undefined,
      [],
      ['spec/paths/tags.yaml', 'tags: [Tags]', 'tags: [Tag]'],
      /^spec\/paths\/tags\.yaml:LINE: Tag is not a tag/m,
    ],
    ['in the documentation', 'docs/site/build.ts', ['docs/built'], ['docs/site/menu.ts', "'quick-start'", "'quick-begin'"], /quick-begin/],
    ['in the console', 'console/build.ts', ['console/built'], ['console/src/main.tsx', 'render(<App', 'render(<<App'], /main\.tsx/],
  ])(
    '%s',
    async (_place, stage, paths, edit, complaint) => {
      const script = stage === undefined ? 'tools/build.ts' : await running([stage], paths);
      const { status, text, line, untouched } = await buildWith(edit, script);
      expect(status, text).toBe(1);
      expect(text).toMatch(new RegExp(complaint.source.replace('LINE', String(line)), complaint.flags));
      expect(text).toContain('Nothing was replaced.');
      expect(untouched).toBe(true);
    },
    240_000,
  );

  test('in a stage after one that made something', async () => {
    const former = await tree.digest(made);
    const { status, text } = await runStages([writing, 'throw new Error("the second stage")'], made);
    expect([status, text]).toEqual([1, expect.stringContaining('the second stage')]);
    expect(await tree.digest(made)).toBe(former);
  });

  test('while the last of it is moved into place', async () => {
    const former = await tree.digest(made);
    const blocked = `${writing}; rmSync('README.md'); mkdirSync('README.md'); writeFileSync('README.md/file', '');`;
    const { status } = await runStages([blocked.replace('mkdirSync,', 'mkdirSync, rmSync,')], [...made, 'README.md/file']);
    expect(status).toBe(1);
    expect(await tree.digest(made)).toBe(former);
  });
});

test('the output of the stages replaces the former one', async () => {
  const former = await tree.read('generated/limits.ts');
  const { status, text } = await runStages([`${writing}; writeFileSync('generated/limits.ts', 'other');`], ['generated']);
  expect(status, text).toBe(0);
  expect([await tree.read('generated/limits.ts'), await tree.read('generated/new')]).toEqual(['other', 'new']);
  await expect(tree.read('generated/problems.ts')).rejects.toThrow('ENOENT');
  expect(former).not.toBe('other');
});

test('a check of the generation names the files that differ, and changes nothing', async () => {
  await tree.write('generated/models.ts', 'not made');
  const [generator, former] = [await tree.read('spec/generate/main.ts'), await tree.digest(made)];
  const limits = JSON.stringify(await tree.read('generated/limits.ts'));
  const source = `import { mkdirSync, writeFileSync } from 'node:fs'; mkdirSync('generated'); writeFileSync('generated/limits.ts', ${limits});`;
  await tree.write('spec/generate/main.ts', `${source} writeFileSync('generated/problems.ts', 'other');`);
  try {
    const { status, text } = await tree.run(process.execPath, 'tools/generate.ts', '--check');
    expect(status).toBe(1);
    expect(text).toMatch(/^generated\/problems\.ts$/m);
    expect(text).toMatch(/^generated\/models\.ts$/m);
    expect(text).not.toContain('generated/limits.ts');
    expect(await tree.digest(made)).toBe(former);
  } finally {
    await tree.write('spec/generate/main.ts', generator);
  }
});
