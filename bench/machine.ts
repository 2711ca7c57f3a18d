import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const clockTicksPerSecond = 100;

function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

const ticksOf = (fields: readonly string[], first: number) => (Number(fields[first]) + Number(fields[first + 1])) / clockTicksPerSecond;

export function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

/** User and system time of a process, in seconds. */
export function cpuSecondsOf(pid: number): number {
  return ticksOf(statOf(pid), 11);
}

/** The same of a process, its children that live and those that have ended. */
export function cpuSecondsOfFamily(pid: number): number {
  let sum = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = statOf(Number(name));
      if (Number(fields[1]) === pid) sum += ticksOf(fields, 11);
    } catch {
      // It has ended meanwhile.
    }
  }
  const own = statOf(pid);
  return sum + ticksOf(own, 11) + ticksOf(own, 13);
}

/** User and system time of everything on the machine and what its host took away, in seconds. */
export function cpuSecondsOfMachine(): number {
  const [, user, nice, system, , , , , steal] = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/\s+/).map(Number);
  return (user! + nice! + system! + steal!) / clockTicksPerSecond;
}

/** Resets the peak of a process's resident memory. */
export const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5');

export const peakMb = (pid: number) => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;

/** Milliseconds of the machine's monotonic clock, which all its processes share. */
export const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6;

/** The value below which the share of all values lies, 0 to 1. NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);
