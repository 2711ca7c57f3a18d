import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { embeddedConnections, startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { servingPid } from '../../server/database/embedded/postgres-server.ts';
import { removePostgres } from '../../server/database/embedded/remove-postgres.ts';
import { prepareDatabase } from '../../server/startup/prepare-database.ts';
import { startCitus, type CitusCluster } from './citus.ts';
import { countDetached } from './duration.ts';
import { startPooler } from './pooler.ts';
import { createViews } from './views.ts';
import { workers } from './workers.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's PostgreSQL as its superuser, for tests to read and change; each worker makes databases of its own in it. */
    postgresUrl: string;
    /** As the owner of the tables, as which services connect. */
    ownerUrl: string;
    /** Of the pooler that services use in this run, where they use one. */
    poolerPort: number | undefined;
    /** The nodes of Citus as their superuser, the coordinator first, where the run has them. */
    citusUrls: readonly string[] | undefined;
  }
}

/** A migrated database without connections: those of the tests are copies of it. */
export const templateName = 'test_template';

async function makeTemplate({ administratorUrl, url: ownerUrl }: EmbeddedPostgres): Promise<void> {
  const client = new pg.Client({ connectionString: administratorUrl });
  await client.connect();
  const url = new URL(ownerUrl);
  await client.query(`CREATE DATABASE ${templateName} OWNER ${url.username}`);
  url.pathname = `/${templateName}`;
  await prepareDatabase(url.href);
  await createViews(url.href);
  await client.query(`ALTER DATABASE ${templateName} ALLOW_CONNECTIONS false`);
  await client.end();
}

/** Those of a few services, and of the tests themselves. */
const connectionsPerWorker = 100;

export interface TestPostgres {
  /** As its superuser. */
  readonly administratorUrl: string;
  /** As the owner of the tables. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A PostgreSQL with the template. A test loses nothing of value in a crash, so it does not wait for the disk. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const home = await mkdtemp(join(tmpdir(), 'agency-service-test-'));
  // Root's server runs as another user, which then finds its way in.
  await chmod(home, 0o755);
  const postgres = await startEmbeddedPostgres(home, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: String(Math.max(embeddedConnections, connectionsPerWorker * workers)),
    // Its files may be in memory.
    max_wal_size: '512MB',
    // Counts only in the databases that a test asks it to.
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track': 'none',
  });
  await makeTemplate(postgres);
  const { administratorUrl, url } = postgres;
  return {
    administratorUrl,
    url,
    async stop() {
      countDetached(servingPid(join(home, 'postgres')));
      await postgres.stop();
      await removePostgres(home);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const citusOwner = 'agency_service';

/** The template on each node, distributed. */
async function makeCitusTemplate(cluster: CitusCluster): Promise<string> {
  await Promise.all(cluster.nodes.map((node) => node.query(`CREATE ROLE ${citusOwner} LOGIN CREATEROLE`)));
  await cluster.createDatabase(templateName, citusOwner);
  const url = new URL(cluster.nodes[0]!.url);
  url.username = citusOwner;
  const ownerUrl = url.href;
  url.pathname = `/${templateName}`;
  await prepareDatabase(url.href);
  await createViews(url.href);
  await cluster.close(templateName);
  return ownerUrl;
}

/** A coordinator with two workers in place of the one server. */
async function setupCitus(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCitus(2);
  try {
    project.provide('postgresUrl', cluster.nodes[0]!.url);
    project.provide('ownerUrl', await makeCitusTemplate(cluster));
    project.provide('poolerPort', undefined);
    project.provide(
      'citusUrls',
      cluster.nodes.map(({ url }) => url),
    );
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return () => cluster.stop();
}

/** One PostgreSQL for the whole run, with `TEST_POOLER=1` behind a pooler, with `TEST_CITUS=1` a cluster of Citus. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.TEST_CITUS === '1') return setupCitus(project);
  const postgres = await startTestPostgres();
  project.provide('postgresUrl', postgres.administratorUrl);
  project.provide('ownerUrl', postgres.url);
  const pooler = process.env.TEST_POOLER === '1' ? await startPooler([postgres.url, postgres.administratorUrl]) : undefined;
  project.provide('poolerPort', pooler?.port);
  project.provide('citusUrls', undefined);
  return async () => {
    await pooler?.stop();
    await postgres.stop();
  };
}
