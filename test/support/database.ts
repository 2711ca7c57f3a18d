import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../../server/database/migrate.ts';

async function asAdministrator(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** An empty database of the caller's own, with the server's locale unless `options` of CREATE DATABASE name another one. */
export async function createEmptyDatabase(options = ''): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdministrator((client) => client.query(`CREATE DATABASE ${name} ${options}`));
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => asAdministrator((client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

/** A migrated database of the caller's own. */
export async function createTestDatabase(options = ''): Promise<TestDatabase> {
  const database = await createEmptyDatabase(options);
  await migrate(database.url);
  return database;
}
