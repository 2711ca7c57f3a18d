import { setTimeout as sleep } from 'node:timers/promises';
import type { TestService } from '../support/service.ts';

export interface ReplicaFigures {
  readonly serving: number;
  readonly lagSeconds: number;
  readonly reads: number;
  readonly failedReads: number;
}

/** The metrics of the one replica. */
export async function figuresOf(service: TestService): Promise<ReplicaFigures> {
  const { status, text } = await service.operator('GET', '/metrics');
  if (status !== 200) throw new Error(text);
  const figure = (name: string) => {
    const value = new RegExp(`^${name}\\{replica="[^"]+"\\} (\\S+)$`, 'm').exec(text)?.[1];
    return value === undefined || value === 'Nan' ? NaN : Number(value);
  };
  return {
    serving: figure('service_replica_serving'),
    lagSeconds: figure('service_replica_lag_seconds'),
    reads: figure('service_replica_reads_total'),
    failedReads: figure('service_replica_failed_reads_total'),
  };
}

/** Waits until the service lets its replica in, or leaves it out. */
export async function untilServing(service: TestService, serving: 0 | 1): Promise<void> {
  const giveUpAt = Date.now() + 20_000;
  while ((await figuresOf(service)).serving !== serving) {
    if (Date.now() > giveUpAt) throw new Error(`the replica was not ${serving ? 'let in' : 'left out'}`);
    await sleep(50);
  }
}
