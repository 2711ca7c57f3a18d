import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  /** After this time the run is signalled to end; it then prints its findings. */
  readonly timeLimitMs: number | undefined;
  readonly signal: AbortSignal;
}

/** A run that found nothing until its time was over says neither that the service is right nor that it is wrong. */
export type Verdict = 'passed' | 'failed' | 'not judged';

/** A signalled run waits for its last answer and prints its findings. */
const endWithinMs = 30_000;

/** Whether a run that was cut short had found something. Without a report that is unknown, which is a failure too. */
function hasFindings(report: string): boolean {
  if (!existsSync(report)) return true;
  const { failures, errors } = JSON.parse(readFileSync(report, 'utf8')) as Record<'failures' | 'errors', readonly unknown[]>;
  return failures.length + errors.length > 0;
}

/** Runs Schemathesis, which prints its findings. */
export function runSchemathesis({ document, url, secrets, options, timeLimitMs, signal }: SchemathesisRun): Promise<Verdict> {
  const command = join(environment, 'bin/schemathesis');
  const report = document.replace('.json', '-report.json');
  rmSync(report, { force: true });
  const args = ['--config-file', 'test/fuzz/schemathesis.toml', 'run', document, '--url', url, '--report-json-path', report, ...options];
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...secrets }, signal });
    let isOver = false;
    const timers: NodeJS.Timeout[] = [];
    if (timeLimitMs !== undefined) {
      const end = () => {
        isOver = true;
        child.kill('SIGINT');
      };
      timers.push(
        setTimeout(end, timeLimitMs),
        setTimeout(() => child.kill('SIGKILL'), timeLimitMs + endWithinMs),
      );
    }
    child.once('exit', (code) => {
      for (const timer of timers) clearTimeout(timer);
      if (code === 0) resolve('passed');
      else resolve(isOver && !hasFindings(report) ? 'not judged' : 'failed');
    });
    child.once('error', (error) => (signal.aborted ? resolve('failed') : reject(error)));
  });
}
