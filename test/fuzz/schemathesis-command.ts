import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const environment = '.cache/fuzz/python';
const requirements = 'test/fuzz/requirements.txt';
const installed = join(environment, 'requirements.txt');

/** Why Schemathesis cannot run on this machine. */
export class NotPrepared extends Error {}

function run(command: string, ...args: readonly string[]): void {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (error) throw new NotPrepared(`${command} cannot be run (${(error as NodeJS.ErrnoException).code})`);
  if (status === 0) return;
  const lines = `${stdout}\n${stderr}`.trim().split('\n');
  throw new NotPrepared(`"${[command, ...args].join(' ')}" failed: ${lines.at(-1)}`);
}

/** Installs the pinned Schemathesis into a Python environment of its own, unless it is there. */
export function prepareSchemathesis(): void {
  const wanted = readFileSync(requirements, 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return;
  run('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 10) and "Python 3.10 or later is needed")');
  mkdirSync(environment, { recursive: true });
  run('python3', '-m', 'venv', '--clear', environment);
  run(join(environment, 'bin/python'), '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement', requirements);
  writeFileSync(installed, wanted);
}

export interface SchemathesisRun {
  /** Path of the OpenAPI document. */
  readonly document: string;
  readonly url: string;
  /** What the configuration file reads from the environment. */
  readonly secrets: Readonly<Record<string, string>>;
  /** More options of `schemathesis run`. */
  readonly options: readonly string[];
  readonly signal: AbortSignal;
}

/** Runs Schemathesis and yields its exit code. */
export function runSchemathesis({ document, url, secrets, options, signal }: SchemathesisRun): Promise<number> {
  const command = join(environment, 'bin/schemathesis');
  const args = ['--config-file', 'test/fuzz/schemathesis.toml', 'run', document, '--url', url, ...options];
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...secrets }, signal });
    child.once('exit', (code) => resolve(code ?? 1));
    child.once('error', (error) => (signal.aborted ? resolve(1) : reject(error)));
  });
}
