import { randomBytes } from 'node:crypto';
import { ClusterWatch, databaseOf, watchableSettings } from './cluster.ts';
import { Market } from './delivery-market.ts';
import type { Receiver } from './delivery-receiving.ts';
import { startDurablePostgres } from './durable-postgres.ts';
import { startService, type RunningService, type ServiceOptions } from './service.ts';
import type { Stops } from './stops.ts';

export interface Surroundings {
  readonly receiver: Receiver;
  /** File with the certificate of the HTTPS receiver. */
  readonly certificatePath: string;
  readonly stops: Stops;
}

/** Processes of the service over one database, and who sells there. */
export interface Deployment {
  readonly services: readonly RunningService[];
  readonly market: Market;
  stop(): Promise<void>;
}

/**
 * One of the checkouts that are measured, with a cluster of its own under the same settings, so that what either does
 * is counted for it alone.
 */
export interface Side {
  readonly name: string;
  readonly watch: ClusterWatch;
  readonly postgresUrl: string;
  readonly receiver: Receiver;
  /** Makes the database and starts a process for each role; the first one takes requests. `env` has further settings. */
  deploy(database: string, roles: readonly string[], env?: Readonly<Record<string, string>>): Promise<Deployment>;
}

export interface DeployOptions {
  readonly databaseUrl: string;
  readonly encryptionKey: Buffer;
  readonly checkout: string;
  readonly roles: readonly string[];
  readonly env?: ServiceOptions['env'];
  readonly receiver: Receiver;
  readonly stops: Stops;
}

/** Starts a process for each role over a database that exists. */
export async function deploy({ roles, env, receiver, stops, ...options }: DeployOptions): Promise<Deployment> {
  const shared = { ...options, operatorToken: randomBytes(24).toString('base64url') };
  const services: RunningService[] = [];
  for (const role of roles) {
    const start = () => startService({ ...shared, env: { ROLE: role, DEV_DESTINATIONS: '127.0.0.0/8', ...env } });
    services.push(await stops.keep(start, (service) => service.stop()));
  }
  const market = new Market(services[0]!, options.databaseUrl, receiver);
  return {
    services,
    market,
    async stop() {
      await market.close();
      await Promise.all(services.map((service) => service.stop()));
    },
  };
}

export async function openSide(name: string, checkout: string, surroundings: Surroundings): Promise<Side> {
  const { receiver, certificatePath, stops } = surroundings;
  const postgres = await stops.keep(
    () => startDurablePostgres(watchableSettings),
    (started) => started.stop(),
  );
  const watch = await stops.keep(
    () => ClusterWatch.open(postgres.url),
    (opened) => opened.close(),
  );
  return {
    name,
    watch,
    postgresUrl: postgres.url,
    receiver,
    async deploy(database, roles, further) {
      await watch.createDatabase(database);
      const databaseUrl = databaseOf(postgres.url, database);
      const env = { NODE_EXTRA_CA_CERTS: certificatePath, ...further };
      return deploy({ databaseUrl, encryptionKey: randomBytes(32), checkout, roles, env, receiver, stops });
    },
  };
}
