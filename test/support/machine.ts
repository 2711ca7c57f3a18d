import { availableParallelism, loadavg } from 'node:os';

/** Factor, at least 1, by which this machine is slower than one with a core for each worker. */
export function slowness(): number {
  return Math.max(1, loadavg()[0]! / availableParallelism());
}
