import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Why Python packages cannot run on this machine. */
export class NotPrepared extends Error {}

function run(command: string, ...args: readonly string[]): void {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (error) throw new NotPrepared(`${command} cannot be run (${(error as NodeJS.ErrnoException).code})`);
  if (status === 0) return;
  const lines = `${stdout}\n${stderr}`.trim().split('\n');
  throw new NotPrepared(`"${[command, ...args].join(' ')}" failed: ${lines.at(-1)}`);
}

/** Installs pinned packages into a Python environment of its own, unless they are there. */
export function preparePython(environment: string, requirements: string): void {
  const installed = join(environment, 'requirements.txt');
  const wanted = readFileSync(requirements, 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return;
  run('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 10) and "Python 3.10 or later is needed")');
  mkdirSync(environment, { recursive: true });
  run('python3', '-m', 'venv', '--clear', environment);
  run(join(environment, 'bin/python'), '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement', requirements);
  writeFileSync(installed, wanted);
}
