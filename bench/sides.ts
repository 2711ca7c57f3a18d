import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Caller } from './agency.ts';
import { checkoutOf } from './checkout.ts';
import { Cluster } from './cluster.ts';
import { cpuSecondsOf } from '../test/support/cpu-time.ts';
import { cpuSecondsOfMachine } from './machine.ts';
import { startService, thisCheckout, type RunningService } from './service.ts';
import type { Stops } from './stops.ts';

/** Processes of the service over one database. */
export interface Deployment {
  /** The first one handles requests. */
  readonly services: readonly RunningService[];
  readonly databaseUrl: string;
  readonly operator: Caller;
}

/** A checkout that is measured, with its own cluster, so that its work is counted separately. */
export interface Side {
  readonly name: string;
  readonly cluster: Cluster;
  /** Creates the database, and starts a process for each role. */
  deploy(database: string, roles: readonly string[]): Promise<Deployment>;
}

/** Opens this checkout and the other one, a directory or a revision. `env` contains additional settings of their services. */
export async function openSides(otherCheckout: string | undefined, env: Readonly<Record<string, string>>, stops: Stops): Promise<Side[]> {
  const checkouts = [{ name: 'this', path: thisCheckout }];
  if (otherCheckout !== undefined) {
    const other = await stops.start(() => checkoutOf(otherCheckout));
    console.log(`beside: ${other.name}`);
    checkouts.push({ name: 'beside', path: other.path });
  }
  return Promise.all(
    checkouts.map(async ({ name, path }) => {
      const cluster = await stops.start(() => Cluster.start());
      const deploy = async (database: string, roles: readonly string[]): Promise<Deployment> => {
        const databaseUrl = await cluster.createDatabase(database);
        const secrets = { encryptionKey: randomBytes(32), operatorToken: randomBytes(24).toString('base64url') };
        const services: RunningService[] = [];
        for (const role of roles) {
          const start = () => startService({ databaseUrl, ...secrets, checkout: path, env: { ROLE: role, ...env } });
          services.push(await stops.start(start));
        }
        const operator = await stops.start(() => Caller.operator(services[0]!));
        return { services, databaseUrl, operator };
      };
      return { name, cluster, deploy };
    }),
  );
}

interface Metered {
  readonly pid?: number | undefined;
  readonly cluster?: Cluster | undefined;
  readonly receiver?: { cpuSeconds(): number };
}

/**
 * Starts to measure CPU seconds, and returns a function that ends the measurement. The generator is this process. `elsewhere` is the share
 * of the machine that other processes used.
 */
export function startMeter({ pid, cluster, receiver }: Metered) {
  const readAll = () => {
    const { user, system } = process.cpuUsage();
    return {
      at: performance.now(),
      machine: cpuSecondsOfMachine(),
      service: pid === undefined ? 0 : cpuSecondsOf(pid)!,
      database: cluster?.cpuSeconds() ?? 0,
      generator: (user + system) / 1e6,
      receiver: receiver?.cpuSeconds() ?? 0,
    };
  };
  const before = readAll();
  return () => {
    const after = readAll();
    const since = (part: keyof typeof after) => after[part] - before[part];
    const seconds = {
      service: since('service'),
      database: since('database'),
      generator: since('generator'),
      receiver: since('receiver'),
    };
    const ours = Object.values(seconds).reduce((sum, part) => sum + part);
    const capacity = (since('at') / 1_000) * availableParallelism();
    return { ...seconds, elsewhere: Math.max(0, (since('machine') - ours) / capacity) };
  };
}
