import { Logger, runMigrations as migrateJobs } from 'graphile-worker';
import type pg from 'pg';
import { baselineName, readBaseline } from '../../server/database/migrate/migrations.ts';

/** The database as release 1.0.0 left it: the folder is a copy of its `server/schema/`, and `server/migrations/` continues from there. */
export async function createReleasedSchema(client: pg.Client, url: string): Promise<void> {
  await client.query(await readBaseline(new URL('released-schema/', import.meta.url)));
  await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [baselineName]);
  await migrateJobs({ connectionString: url, logger: new Logger(() => () => undefined) });
}
