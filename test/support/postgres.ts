import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts';
import { migrate } from '../../server/database/migrate.ts';
import { removePostgres } from '../../server/database/remove-postgres.ts';
import { createViews } from './views.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's PostgreSQL; each worker makes databases of its own in it. */
    postgresUrl: string;
  }
}

/** A migrated database that nobody connects to: those of the tests are copies of it. */
export const templateName = 'test_template';

async function makeTemplate(postgresUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${templateName}`);
  const url = new URL(postgresUrl);
  url.pathname = `/${templateName}`;
  await migrate(url.href);
  await createViews(url.href);
  await client.query(`ALTER DATABASE ${templateName} ALLOW_CONNECTIONS false`);
  await client.end();
}

export interface TestPostgres {
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
    // Counts only in the databases that a test asks it to.
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track': 'none',
  });
  await makeTemplate(postgres.url);
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      await removePostgres(home);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** One PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
