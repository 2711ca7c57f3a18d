import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Logger, runMigrations as migrateJobs } from 'graphile-worker';
import pg from 'pg';
import { makePartitions, planPartitions, readClock } from '../partitions/partitions.ts';
import { rowsOf } from '../client/run-statement.ts';
import type { Sql } from '../client/sql.ts';
import { Umzug, type UmzugStorage } from 'umzug';
import { lockSession } from '../advisory-locks.ts';
import { TlsClient } from '../client/tls-client.ts';

const migrationsGlob = fileURLToPath(new URL('../../migrations/*.sql', import.meta.url));

/** The first with `uuidv7()`. */
const oldestMajorVersion = 18;

async function requireVersion(sql: Sql): Promise<void> {
  const [row] = await sql.query<{ server_version: string }>({ text: 'SHOW server_version' });
  const version = row!.server_version;
  if (Number.parseInt(version, 10) < oldestMajorVersion) throw new Error(`PostgreSQL ${version} is older than ${oldestMajorVersion}`);
}

/** Names of the migrations that ran, written in the migration's own transaction. */
function storageIn(sql: Sql): UmzugStorage {
  return {
    async executed() {
      const rows = await sql.query<{ name: string }>({ text: 'SELECT name FROM schema_migrations ORDER BY name' });
      return rows.map(({ name }) => name);
    },
    async logMigration({ name }) {
      await sql.query({ text: 'INSERT INTO schema_migrations (name) VALUES ($1)', values: [name] });
      await sql.query({ text: 'COMMIT' });
    },
    async unlogMigration() {
      throw new Error('migrations cannot be reverted');
    },
  };
}

async function migrateQueue(connectionString: string): Promise<void> {
  const pgPool = new pg.Pool({ Client: TlsClient, connectionString, max: 1 });
  // A connection that is lost fails the statement that needs it.
  pgPool.on('error', () => undefined);
  pgPool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await migrateJobs({ pgPool, logger: new Logger(() => () => undefined) });
  } finally {
    await pgPool.end();
  }
}

/**
 * Brings the schema up to date, each migration in a transaction. An advisory lock lets processes that start at the
 * same time wait for each other. `now` is in milliseconds; the default is the database's clock.
 */
export async function migrate(databaseUrl: string, now?: number): Promise<void> {
  const client = new TlsClient({
    connectionString: databaseUrl,
    application_name: 'agency-service migrate',
    connectionTimeoutMillis: 5_000,
  });
  // A connection that is lost between two statements fails the next one.
  client.on('error', () => undefined);
  await client.connect();
  const sql: Sql = { query: (statement) => rowsOf(client, statement) };
  try {
    await requireVersion(sql);
    await sql.query({ text: `SELECT ${lockSession('migrations')}` });
    await sql.query({
      text: 'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    });
    const umzug = new Umzug({
      migrations: {
        glob: migrationsGlob,
        resolve: ({ name, path }) => ({
          name,
          async up() {
            await sql.query({ text: 'BEGIN' });
            // Several statements in one text have no values.
            await client.query(await readFile(path!, 'utf8'));
          },
        }),
      },
      storage: storageIn(sql),
      logger: undefined,
    });
    await umzug.up();
    await makePartitions(sql, planPartitions(now ?? (await readClock(sql))));
    await migrateQueue(databaseUrl);
  } finally {
    await client.end();
  }
}
