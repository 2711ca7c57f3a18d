import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Logger, runMigrations as migrateJobs } from 'graphile-worker';
import pg from 'pg';
import { carryOver } from './carry-over.ts';
import { makePartitions, planPartitions } from './partitions.ts';
import type { Sql, Statement } from './sql.ts';
import { Umzug, type UmzugStorage } from 'umzug';
import { lockSession } from './advisory-locks.ts';
import { CheckedClient } from './checked-client.ts';

const migrationsGlob = fileURLToPath(new URL('../migrations/*.sql', import.meta.url));

/** The first with `uuidv7()`. */
const oldestMajorVersion = 18;

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  const [{ server_version: version }] = rows as [{ server_version: string }];
  if (Number.parseInt(version, 10) < oldestMajorVersion) throw new Error(`PostgreSQL ${version} is older than ${oldestMajorVersion}`);
}

function sqlOver(client: pg.Client): Sql {
  return {
    async query<Row>({ text, values }: Statement) {
      return (await client.query(text, values as unknown[])).rows as Row[];
    },
  };
}

/** Names of the migrations that ran, written in the migration's own transaction. */
function storageIn(client: pg.Client): UmzugStorage {
  return {
    async executed() {
      const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name');
      return rows.map(({ name }) => name);
    },
    async logMigration({ name }) {
      await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name]);
      await client.query('COMMIT');
    },
    async unlogMigration() {
      throw new Error('migrations are not taken back');
    },
  };
}

async function migrateQueue(connectionString: string): Promise<void> {
  const pgPool = new pg.Pool({ Client: CheckedClient, connectionString, max: 1 });
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
 * same time wait for each other.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new CheckedClient({
    connectionString: databaseUrl,
    application_name: 'agency-service migrate',
    connectionTimeoutMillis: 5_000,
  });
  // A connection that is lost between two statements fails the next one.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await requireVersion(client);
    await client.query(`SELECT ${lockSession('migrations')}`);
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const umzug = new Umzug({
      migrations: {
        glob: migrationsGlob,
        resolve: ({ name, path }) => ({
          name,
          async up() {
            await client.query('BEGIN');
            await client.query(await readFile(path!, 'utf8'));
          },
        }),
      },
      storage: storageIn(client),
      logger: undefined,
    });
    await umzug.up();
    const sql = sqlOver(client);
    const [clock] = await sql.query<{ now: number }>({ text: 'SELECT (extract(epoch FROM now()) * 1000)::float8 AS now' });
    await makePartitions(sql, planPartitions(clock!.now));
    await carryOver(sql);
    await migrateQueue(databaseUrl);
  } finally {
    await client.end();
  }
}
