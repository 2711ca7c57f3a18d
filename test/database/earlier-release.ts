import { readdir, readFile } from 'node:fs/promises';
import { Logger, runMigrations as migrateJobs } from 'graphile-worker';
import type pg from 'pg';

const folder = new URL('../../server/migrations/', import.meta.url);

/** The database as a release before this migration left it. */
export async function migrateUpTo(client: pg.Client, url: string, number: string): Promise<void> {
  await client.query('CREATE TABLE schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())');
  for (const name of (await readdir(folder)).toSorted().filter((file) => file < number)) {
    await client.query(await readFile(new URL(name, folder), 'utf8'));
    await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name]);
  }
  await migrateJobs({ connectionString: url, logger: new Logger(() => () => undefined) });
}
