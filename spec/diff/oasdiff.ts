import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const version = 'v1.33.0';
const home = resolve(import.meta.dirname, '../../.cache/contract-diff');
const command = join(home, 'oasdiff');
const mark = join(home, 'version');

/** oasdiff cannot be installed on this machine. */
export class NotPrepared extends Error {}

/** Installs the pinned oasdiff unless it is installed. */
export function prepareOasdiff(): void {
  if (existsSync(mark) && readFileSync(mark, 'utf8') === version) return;
  mkdirSync(home, { recursive: true });
  const install = ['install', `github.com/oasdiff/oasdiff@${version}`];
  const { error, status, stderr } = spawnSync('go', install, { encoding: 'utf8', env: { ...process.env, GOBIN: home } });
  if (error) throw new NotPrepared('Go is not installed');
  if (status !== 0) throw new NotPrepared(`go ${install.join(' ')} failed: ${stderr.trim().split('\n').at(-1)}`);
  writeFileSync(mark, version);
}

/** A change that oasdiff reports. A change of a component has no operation. */
export interface Finding {
  readonly id: string;
  readonly text: string;
  readonly operation?: string;
  readonly path?: string;
}

/** The breaking changes that oasdiff reports. `severities` override its own: a line `<id> <err|warn|info|none>` each. */
export async function oasdiff(before: object, after: object, severities: readonly string[]): Promise<Finding[]> {
  prepareOasdiff();
  const folder = mkdtempSync(join(tmpdir(), 'contract-diff-'));
  try {
    const [base, revision, levels] = ['before.json', 'after.json', 'severities.txt'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(base, JSON.stringify(before));
    writeFileSync(revision, JSON.stringify(after));
    writeFileSync(levels, severities.join('\n'));
    const { stdout } = await promisify(execFile)(command, ['breaking', base, revision, '--format', 'json', '--severity-levels', levels], {
      maxBuffer: 2 ** 28,
    });
    return stdout.trim() === '' ? [] : (JSON.parse(stdout) as Finding[]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
