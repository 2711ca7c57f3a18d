import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuSecondsOf } from './cpu-time.ts';

/** A file with the seconds of CPU of servers that ran apart from the processes of a run, a line each. */
const variable = 'DETACHED_CPU_SECONDS';

/** Counts a server that runs apart, just before it is stopped. */
export function countDetached(pid: number | undefined): void {
  const [path, seconds] = [process.env[variable], pid === undefined ? undefined : cpuSecondsOf(pid)];
  if (path !== undefined && seconds !== undefined) appendFileSync(path, `${seconds}\n`);
}

/** How long a run took. `cpuSeconds` is undefined where the system does not report it. */
export function durationLine(wallSeconds: number, cpuSeconds: number | undefined): string {
  return `Took ${wallSeconds.toFixed(1)} s, CPU ${cpuSeconds === undefined ? 'unknown' : `${cpuSeconds.toFixed(1)} s`}`;
}

/**
 * Prints as the last line of a run how long it took, and how much CPU its processes, the programs of its tests and its PostgreSQL used. Other servers
 * that tests left apart are not in it.
 */
export default function setup(): void {
  const caller = process.env[variable];
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  const own = (process.env[variable] = join(folder, 'detached'));
  process.once('exit', () => {
    const detached = existsSync(own) ? readFileSync(own, 'utf8').trim().split('\n').map(Number) : [];
    const apart = detached.reduce((sum, seconds) => sum + seconds, 0);
    rmSync(folder, { recursive: true });
    if (caller !== undefined) appendFileSync(caller, `${apart}\n`);
    const below = cpuSecondsOf(process.pid);
    process.stdout.write(`${durationLine(process.uptime(), below === undefined ? undefined : below + apart)}\n`);
  });
}
