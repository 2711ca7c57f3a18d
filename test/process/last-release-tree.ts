import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { lastRelease } from '../../server/database/migrate/last-release.ts';

const root = resolve(import.meta.dirname, '../..');
const { commit } = lastRelease;
const cache = join(root, '.cache');
const archive = join(cache, `release-${commit}.tar`);

/** Makes the archive of the last release from the history of this clone, unless it is there. */
function makeArchive(): boolean {
  if (existsSync(archive)) return true;
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' });
  } catch {
    return false;
  }
  mkdirSync(cache, { recursive: true });
  const draft = `${archive}.${process.pid}`;
  execFileSync('git', ['archive', '--output', draft, commit], { cwd: root });
  renameSync(draft, archive);
  return true;
}

/** Why the last release cannot run here; undefined where it can. */
export const reasonLeftOut = makeArchive() ? undefined : `the commit ${commit.slice(0, 8)} of the last release is not in this clone`;

const dependenciesOf = (tree: string) =>
  (JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as { dependencies: object }).dependencies;

/** Writes the tree of the last release into an empty folder and compiles its SDK and its command line, with the packages of this tree. */
export function buildLastClients(folder: string): void {
  execFileSync('tar', ['-x', '-f', archive, '-C', folder]);
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, '@agency-service'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@agency-service') symlinkSync(join(root, 'node_modules', name), join(packages, name));
  symlinkSync(join(folder, 'sdk'), join(packages, '@agency-service/sdk'));
  symlinkSync(join(root, 'cli/node_modules'), join(folder, 'cli/node_modules'));
  for (const args of [['spec/generate/documents.ts'], ['node_modules/typescript/bin/tsc', '-b', 'sdk', 'cli']])
    execFileSync(process.execPath, args, { cwd: folder, stdio: 'pipe' });
}

/** Writes the tree of the last release into an empty folder, with the packages that its lockfile names. */
export function unpackLastRelease(folder: string): void {
  execFileSync('tar', ['-x', '-f', archive, '-C', folder]);
  if (isDeepStrictEqual(dependenciesOf(folder), dependenciesOf(root))) {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    return;
  }
  const packages = join(cache, `release-${commit}-packages`);
  if (!existsSync(packages)) {
    execFileSync(
      'npm',
      ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--fetch-timeout=15000', '--fetch-retries=5'],
      {
        cwd: folder,
        stdio: 'pipe',
      },
    );
    // The folder may be on another device.
    const draft = `${packages}.${process.pid}`;
    cpSync(join(folder, 'node_modules'), draft, { recursive: true, verbatimSymlinks: true });
    rmSync(join(folder, 'node_modules'), { recursive: true });
    renameSync(draft, packages);
  }
  symlinkSync(packages, join(folder, 'node_modules'));
}
