import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { thisCheckout } from './service.ts';

export interface Checkout {
  readonly path: string;
  readonly name: string;
  stop(): void;
}

const git = (args: readonly string[]) => execFileSync('git', args, { cwd: thisCheckout, maxBuffer: 1 << 30, stdio: 'pipe' });

function commitOf(revision: string): string {
  try {
    return git(['rev-parse', '--verify', '--quiet', `${revision}^{commit}`])
      .toString()
      .trim();
  } catch {
    throw new Error(`--beside ${revision} must be a directory with a package.json, or a revision of this repository`);
  }
}

/** Extracts a revision into a temporary directory, with the packages of its lockfile. */
function unpack(revision: string): Checkout {
  const commit = commitOf(revision);
  const path = mkdtempSync(join(tmpdir(), 'agency-service-beside-'));
  const remove = () => rmSync(path, { recursive: true, force: true });
  try {
    execFileSync('tar', ['-x', '-C', path], { input: git(['archive', commit]) });
    const lockOf = (checkout: string) => readFileSync(join(checkout, 'package-lock.json'), 'utf8');
    if (lockOf(path) === lockOf(thisCheckout)) symlinkSync(join(thisCheckout, 'node_modules'), join(path, 'node_modules'));
    else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: path, stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    remove();
    throw error;
  }
  return { path, name: commit.slice(0, 7), stop: remove };
}

/** Another checkout, ready to run: a directory where `npm ci` was run, or a revision of this repository. */
export function checkoutOf(given: string): Checkout {
  if (!existsSync(join(given, 'package.json'))) return unpack(given);
  return { path: resolve(given), name: given, stop: () => undefined };
}
