import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { templateName } from '../support/postgres.ts';
import { createViews } from '../support/views.ts';

export interface ProcessDatabase {
  /** What a service needs to use the database. */
  readonly env: { readonly DATABASE_URL: string; readonly ENCRYPTION_KEY: string };
  /** Also from the views of test databases, once a service has made the tables. */
  query<Row = any>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

async function asAdministrator(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** A migrated database of the caller's own in the run's PostgreSQL: a service that starts over it has nothing to apply. */
export function createDatabase(): Promise<ProcessDatabase> {
  return create(`TEMPLATE ${templateName} STRATEGY FILE_COPY`);
}

/** An empty one, in which the first service to start makes the tables. */
export function createEmptyDatabase(): Promise<ProcessDatabase> {
  return create('');
}

async function create(options: string): Promise<ProcessDatabase> {
  const name = `process_${randomBytes(6).toString('hex')}`;
  const [url, ownerUrl] = [new URL(inject('postgresUrl')), new URL(inject('ownerUrl'))];
  await asAdministrator(`CREATE DATABASE ${name} OWNER ${ownerUrl.username} ${options}`);
  for (const each of [url, ownerUrl]) each.pathname = `/${name}`;
  let hasViews: Promise<void> | undefined = options === '' ? undefined : Promise.resolve();
  const pool = new pg.Pool({ connectionString: url.href, max: 2 });
  // The pool's end does not wait until its connections are closed, which the drop of the database ends with an error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    env: { DATABASE_URL: ownerUrl.href, ENCRYPTION_KEY: randomBytes(32).toString('base64') },
    async query(text, values) {
      hasViews ??= pool.query(`SELECT to_regclass('delivery_history') IS NOT NULL AS is_migrated`).then(async ({ rows }) => {
        if (rows[0].is_migrated) await createViews(url.href);
        else hasViews = undefined;
      });
      await hasViews;
      return (await pool.query(text, values)).rows;
    },
    async drop() {
      await pool.end();
      await asAdministrator(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
