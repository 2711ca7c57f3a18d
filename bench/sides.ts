import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Caller } from './agency.ts';
import { checkoutOf } from './checkout.ts';
import { Cluster } from './cluster.ts';
import { cpuSecondsOf, cpuSecondsOfMachine } from './machine.ts';
import { startService, thisCheckout, type RunningService } from './service.ts';
import type { Stops } from './stops.ts';

/** Processes of the service over one database. */
export interface Deployment {
  /** The first one takes requests. */
  readonly services: readonly RunningService[];
  readonly databaseUrl: string;
  readonly operator: Caller;
}

/** One of the checkouts that are measured, with a cluster of its own, so that what either does is counted for it alone. */
export interface Side {
  readonly name: string;
  readonly cluster: Cluster;
  /** Makes the database and starts a process for each role. */
  deploy(database: string, roles: readonly string[]): Promise<Deployment>;
}

/** This checkout, and another one: a directory or a revision. `env` has further settings of their services. */
export async function openSides(otherCheckout: string | undefined, env: Readonly<Record<string, string>>, stops: Stops): Promise<Side[]> {
  const checkouts = [{ name: 'this', path: thisCheckout }];
  if (otherCheckout !== undefined) {
    const other = await stops.keep(
      async () => checkoutOf(otherCheckout),
      (checkout) => checkout.remove(),
    );
    console.log(`beside: ${other.name}`);
    checkouts.push({ name: 'beside', path: other.path });
  }
  return Promise.all(
    checkouts.map(async ({ name, path }) => {
      const cluster = await stops.keep(
        () => Cluster.start(),
        (started) => started.stop(),
      );
      const deploy = async (database: string, roles: readonly string[]): Promise<Deployment> => {
        const databaseUrl = await cluster.createDatabase(database);
        const secrets = { encryptionKey: randomBytes(32), operatorToken: randomBytes(24).toString('base64url') };
        const services: RunningService[] = [];
        for (const role of roles) {
          const start = () => startService({ databaseUrl, ...secrets, checkout: path, env: { ROLE: role, ...env } });
          services.push(await stops.keep(start, (service) => service.stop()));
        }
        const operator = await stops.keep(
          async () => Caller.operator(services[0]!),
          (caller) => caller.close(),
        );
        return { services, databaseUrl, operator };
      };
      return { name, cluster, deploy };
    }),
  );
}

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

export interface Metered {
  readonly pid?: number | undefined;
  readonly cluster?: Cluster | undefined;
  readonly receiver?: { cpuSeconds(): number };
}

/** Begins to count; the answer ends it. The generator is this process. */
export function startMeter({ pid, cluster, receiver }: Metered): () => Spent {
  const readAll = () => {
    const { user, system } = process.cpuUsage();
    return {
      at: performance.now(),
      machine: cpuSecondsOfMachine(),
      service: pid === undefined ? 0 : cpuSecondsOf(pid),
      database: cluster?.cpuSeconds() ?? 0,
      generator: (user + system) / 1e6,
      receiver: receiver?.cpuSeconds() ?? 0,
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
