import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { prepareDatabase } from '../../server/startup/prepare-database.ts';
import { controllerOf } from '../process/postgres-control.ts';
import { createDataDir } from '../process/service-process.ts';
import { startCitus } from '../support/citus.ts';

/** A server of PostgreSQL that can end as in a crash, and start again. */
export interface ChaosServer {
  /** Of the service's database, as the superuser. */
  readonly administratorUrl: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** The PostgreSQL of a run. */
export interface ChaosServers {
  /** As the owner of the tables. */
  readonly url: string;
  /** The one that the service connects to first; behind it the workers of Citus, where it has some. */
  readonly servers: readonly [ChaosServer, ...ChaosServer[]];
  close(): Promise<void>;
}

/** One server, with the settings that the service gives its own PostgreSQL: what is committed is on the disk. */
export async function startPostgres(): Promise<ChaosServers> {
  const postgres = await startEmbeddedPostgres(createDataDir());
  const { administratorUrl, url } = postgres;
  const control = await controllerOf(administratorUrl);
  const server = { administratorUrl, stop: () => control('stop', '-m', 'immediate'), start: () => control('start') };
  return { url, servers: [server], close: () => postgres.stop() };
}

/**
 * A coordinator and two workers. Commits outlive a crash of a server. The coordinator ends transactions that a crash left between the two
 * phases of their commit every few seconds, in place of every minute.
 */
export async function startCitusServers(): Promise<ChaosServers> {
  const cluster = await startCitus(2, { synchronous_commit: 'on', 'citus.recover_2pc_interval': `'5s'` });
  const [owner, name] = ['agency_service', 'service'];
  const urlAs = (user: string, port: number) => `postgres://${user}@127.0.0.1:${port}/${name}`;
  await Promise.all(cluster.nodes.map((node) => node.query(`CREATE ROLE ${owner} LOGIN CREATEROLE`)));
  await cluster.createDatabase(name, owner);
  const servers = cluster.nodes.map((node) => ({
    administratorUrl: urlAs('postgres', node.port),
    stop: () => node.end('SIGQUIT'),
    start: () => node.start(),
  }));
  const url = urlAs(owner, cluster.nodes[0]!.port);
  await prepareDatabase(url, undefined, 'citus');
  return { url, servers: servers as [ChaosServer, ...ChaosServer[]], close: () => cluster.stop() };
}

/** How many transactions are between the two phases of a commit. */
export async function countPrepared({ servers }: ChaosServers): Promise<number> {
  const counts = await Promise.all(
    servers.map(async ({ administratorUrl }) => {
      const client = new pg.Client({ connectionString: administratorUrl });
      await client.connect();
      const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM pg_prepared_xacts');
      await client.end();
      return rows[0]!.count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
