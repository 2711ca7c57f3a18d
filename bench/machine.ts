import { readFileSync, writeFileSync } from 'node:fs';

const clockTicksPerSecond = 100;

/** CPU seconds of the whole machine, including those that its host stole. */
export function cpuSecondsOfMachine(): number {
  const [, user, nice, system, , , , , steal] = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/\s+/).map(Number);
  return (user! + nice! + system! + steal!) / clockTicksPerSecond;
}

/** Resets the peak of a process's resident memory. */
export const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5');

export const peakMb = (pid: number) => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;

/** Milliseconds of the machine's monotonic clock, which all processes share. */
export const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6;

/** The quantile of a share from 0 to 1; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);
