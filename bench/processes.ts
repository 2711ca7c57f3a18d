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

function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;
}

/** Resident memory now. */
export function residentMb(pid: number): number {
  return megabytes(pid, 'VmRSS');
}

/** Resets the peak of a process's resident memory. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

export function peakMb(pid: number): number {
  return megabytes(pid, 'VmHWM');
}
