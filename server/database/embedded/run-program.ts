import { spawn } from 'node:child_process';
import { EmbeddedPostgresError, type Owner } from './postgres-place.ts';

/** Omits variables that PostgreSQL's programs read. Messages are in English, because some are parsed. */
function environment(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  return { ...Object.fromEntries(others), LC_ALL: 'C' };
}

/** Runs a program of PostgreSQL until it ends. */
export function runProgram(
  command: string,
  args: readonly string[],
  owner: Owner | undefined,
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...owner, env: environment(), cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) =>
      reject(new EmbeddedPostgresError(`PostgreSQL cannot run here: ${error.message}; run \`npm ci\` on this machine or set DATABASE_URL`)),
    );
    // The server that pg_ctl started keeps the pipes open, so that `close` would be late.
    child.on('exit', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** The lines with the reason of a failure, as one line; else the last line. */
export function reasonIn(output: string): string | undefined {
  // Removes the time and the process at the beginning of log lines.
  const lines = output
    .trim()
    .split('\n')
    .map((line) => line.replace(/^.*?\[\d+\] (?=[A-Z]+: )/, ''));
  const reasons = lines.filter((line) => /\b(FATAL|PANIC|could not|error:)/.test(line));
  return (reasons.length > 0 ? reasons : lines.slice(-1)).join(' ').trim() || undefined;
}
