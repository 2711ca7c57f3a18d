import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { preparePython } from '../support/python-environment.ts';

const environment = '.cache/fuzz/python';

/** Installs the pinned Schemathesis into a Python environment of its own, unless it is there. */
export function prepareSchemathesis(): void {
  preparePython(environment, 'test/fuzz/requirements.txt');
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

/** A signalled run waits for its last response and prints its findings. */
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
