import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports times in this unit to every program, whatever the kernel uses. */
const ticksPerSecond = 100;

interface Usage {
  readonly parent: number;
  readonly seconds: number;
}

/** A process with its children that have ended; undefined where it has ended itself. */
function usageOf(pid: number): Usage | undefined {
  try {
    // The name of the program may contain spaces and parentheses; then come the state, the parent and, from the 12th on, the times.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    return { parent: fields[1]!, seconds: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond };
  } catch {
    return undefined;
  }
}

/** Seconds of CPU that a process, its children that have ended and its descendants that run have used; undefined where the system has no /proc. */
export function cpuSecondsOf(pid: number): number | undefined {
  const own = usageOf(pid);
  if (!own) return undefined;
  const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const usages = new Map(running.flatMap((name) => [[Number(name), usageOf(Number(name))] as const]));
  const isBelow = (usage: Usage | undefined): boolean => usage !== undefined && (usage.parent === pid || isBelow(usages.get(usage.parent)));
  return [...usages.values()].reduce((sum, usage) => (isBelow(usage) ? sum + usage!.seconds : sum), own.seconds);
}
