import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { prepareDatabase } from '../../server/startup/prepare-database.ts';
import { createOnNodes, dropOnNodes } from './citus.ts';
import { templateName } from './postgres.ts';
import { createViews } from './views.ts';

async function asAdministrator(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Drops a database. Pools report their end before their connections are closed, and an error of such a connection would fail the run, so it waits for
 * them. Sessions that stay open are terminated.
 */
export async function dropDatabase(client: Pick<pg.Client, 'query'>, name: string): Promise<void> {
  await client.query(`
    DO $$ BEGIN
      FOR _ IN 1..50 LOOP
        EXIT WHEN NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = '${name}');
        PERFORM pg_sleep(0.01), pg_stat_clear_snapshot();
      END LOOP;
    END $$`);
  await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
}

export interface TestDatabase {
  /** As the superuser. */
  readonly url: string;
  /** As the owner of the tables. */
  readonly ownerUrl: string;
  drop(): Promise<void>;
}

/** An empty database of the caller's own, with the server's locale unless `options` of CREATE DATABASE name another one. */
export async function createEmptyDatabase(options = ''): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const [url, ownerUrl] = [new URL(inject('postgresUrl')), new URL(inject('ownerUrl'))];
  const citusUrls = inject('citusUrls');
  if (citusUrls) await createOnNodes(citusUrls, name, ownerUrl.username, options);
  else await asAdministrator((client) => client.query(`CREATE DATABASE ${name} OWNER ${ownerUrl.username} ${options}`));
  for (const each of [url, ownerUrl]) each.pathname = `/${name}`;
  return {
    url: url.href,
    ownerUrl: ownerUrl.href,
    drop: () => (citusUrls ? dropOnNodes(citusUrls, name) : asAdministrator((client) => dropDatabase(client, name))),
  };
}

/** A migrated database of the caller's own: a copy of the run's one. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createEmptyDatabase(`TEMPLATE ${templateName} STRATEGY FILE_COPY`);
}

/** The same with other options of CREATE DATABASE, which a copy cannot have. */
export async function createTestDatabaseWith(options: string): Promise<TestDatabase> {
  const database = await createEmptyDatabase(options);
  await prepareDatabase(database.ownerUrl);
  await createViews(database.ownerUrl);
  return database;
}

/**
 * A migrated database in which tables on workers of Citus have one part each: a statement that leaves out the agency, which decides the part,
 * then has a plan there like one that names it.
 */
export async function createUndividedDatabase(): Promise<TestDatabase> {
  if (!inject('citusUrls')) return createTestDatabase();
  const database = await createEmptyDatabase();
  await asAdministrator((client) => client.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET citus.shard_count = 1`));
  await prepareDatabase(database.ownerUrl);
  await createViews(database.ownerUrl);
  return database;
}
