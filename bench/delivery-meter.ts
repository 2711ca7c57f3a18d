import { availableParallelism } from 'node:os';
import type { ClusterWatch } from './cluster.ts';
import type { Receiver } from './delivery-receiving.ts';
import { cpuSecondsOf, cpuSecondsOfMachine } from './processes.ts';

/** CPU seconds of those who take part. */
interface Seconds {
  readonly service: number;
  readonly database: number;
  readonly generator: number;
  readonly receiver: number;
}

export interface Spent extends Seconds {
  /** Share of the machine that other processes used, 0 to 1. */
  readonly elsewhere: number;
}

/** Begins to count; the answer ends it. The generator is this process. */
export function startMeter(pid: number | undefined, watch: ClusterWatch | undefined, receiver: Receiver): () => Spent {
  const readAll = () => {
    const { user, system } = process.cpuUsage();
    return {
      at: performance.now(),
      machine: cpuSecondsOfMachine(),
      service: pid === undefined ? 0 : cpuSecondsOf(pid),
      database: watch?.cpuSeconds() ?? 0,
      generator: (user + system) / 1e6,
      receiver: receiver.cpuSeconds(),
    };
  };
  const before = readAll();
  return () => {
    const after = readAll();
    const since = (part: keyof typeof after) => after[part] - before[part];
    const seconds: Seconds = {
      service: since('service'),
      database: since('database'),
      generator: since('generator'),
      receiver: since('receiver'),
    };
    const ours = Object.values(seconds).reduce((sum, part) => sum + part, 0);
    const capacity = (since('at') / 1_000) * availableParallelism();
    return { ...seconds, elsewhere: Math.max(0, (since('machine') - ours) / capacity) };
  };
}
