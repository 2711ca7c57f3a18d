import { availableParallelism, loadavg } from 'node:os';

/** How many times as long things take here as on a machine with a core for each worker: 1 or more. */
export function slowness(): number {
  return Math.max(1, loadavg()[0]! / availableParallelism());
}
