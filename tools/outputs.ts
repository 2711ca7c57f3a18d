import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listManPages } from './man-names.ts';
import { inCopy, makeInCopy, StageFailure } from './stage.ts';
import { built, committed, filesBelow, fingerprint } from './tree.ts';

/** Of the sources from which the present outputs were built. */
const fingerprintFile = '.cache/built-from';

const generator = 'spec/generate/main.ts';
/** These need no Java. */
const builders = ['spec/generate/documents.ts', 'docs/site/build.ts', 'console/build.ts'];

/** Whether everything is there and was built from the present sources. */
async function isCurrent(): Promise<boolean> {
  const known = await readFile(fingerprintFile, 'utf8').catch(() => '');
  return built.every((path) => existsSync(path)) && known === (await fingerprint());
}

/** Builds everything; `onlyIfNeeded`: what is current stays. The packages are compiled in any case, which knows by itself what changed. */
export async function buildAll({ onlyIfNeeded = false } = {}): Promise<void> {
  if (!onlyIfNeeded || !(await isCurrent())) await makeInCopy(builders, built);
  await compile();
}

/** Makes what is committed too. */
export async function generateAll(): Promise<void> {
  await makeInCopy([generator, ...builders], [...committed, ...built.filter((path) => !path.startsWith('generated/'))]);
  await compile();
  await listManPages();
}

/** Throws the files of `generated/` that are not what the contract makes of them. Changes nothing. */
export function checkCommitted(): Promise<void> {
  return inCopy([generator], committed, async (copy) => {
    const read = async (root: string) => {
      const files = await Promise.all(committed.map((path) => filesBelow(path, root)));
      return new Map(await Promise.all(files.flat().map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const)));
    };
    const [present, made] = await Promise.all([read('.'), read(copy)]);
    const wrong = [...new Set([...present.keys(), ...made.keys()])].filter((path) => present.get(path) !== made.get(path));
    if (wrong.length > 0) throw new StageFailure(`npm run generate changes what is committed:\n${wrong.join('\n')}`);
  });
}

/** Compiles the packages. */
async function compile(): Promise<void> {
  const { status, stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'sdk', 'sdk/commonjs', 'cli'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new StageFailure(stdout);
  const current = await fingerprint();
  // Others may read it at this moment.
  if (current === (await readFile(fingerprintFile, 'utf8').catch(() => ''))) return;
  await mkdir('.cache', { recursive: true });
  await writeFile(fingerprintFile, current);
}
