import { Logger, runMigrations as migrateJobs } from 'graphile-worker';
import pg from 'pg';
import { MigrationError, Umzug, type UmzugStorage } from 'umzug';
import type { Sql } from '../client/sql.ts';
import { TlsClient } from '../client/tls-client.ts';
import { recordMigration } from '../citus.ts';
import { usesCitus } from '../engine.ts';
import type { DatabaseEngine } from '../../config/config.ts';
import { makePartitions, planPartitions, readClock } from '../partitions/partitions.ts';
import { runIndexStatements } from './concurrent-indexes.ts';
import { refuseRunningProcesses } from './distribution.ts';
import { lastRelease } from './last-release.ts';
import { defaultWaits, LockNotFree, MigrationSession, type LockWaits } from './migration-session.ts';
import { readCitusMigrations, readMigrations, type Migration } from './migrations.ts';
import { appliedCitusMigrations, appliedMigrations, refuseNewer } from './schema-state.ts';

/** The first with `uuidv7()`. */
const oldestMajorVersion = 18;

async function requireVersion(sql: Sql): Promise<void> {
  const [row] = await sql.query<{ server_version: string }>({ text: 'SHOW server_version' });
  const version = row!.server_version;
  if (Number.parseInt(version, 10) < oldestMajorVersion) throw new Error(`PostgreSQL ${version} is older than ${oldestMajorVersion}`);
}

/** The last migration of the oldest release that may run with a migration: a process of an older one refuses to start. */
const neededBy = (name: string) => (name > lastRelease.lastMigration ? lastRelease.lastMigration : null);

async function prepareStorage(session: MigrationSession): Promise<void> {
  const { sql } = session;
  await sql.query({
    text: 'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now(), needs text)',
  });
  const [row] = await sql.query<{ has_needs: boolean }>({
    text: `SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'schema_migrations'::regclass AND attname = 'needs') AS has_needs`,
  });
  if (row!.has_needs) return;
  await session.retry('schema_migrations', () => session.run('ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS needs text'));
}

/** Which migrations a database has. */
interface Record {
  applied(sql: Sql): Promise<readonly { readonly name: string }[]>;
  add(sql: Sql, migration: Migration): Promise<unknown>;
}

const record: Record = {
  applied: appliedMigrations,
  add: (sql, { name }) =>
    sql.query({ text: 'INSERT INTO schema_migrations (name, needs) VALUES ($1, $2)', values: [name, neededBy(name)] }),
};

const citusRecord: Record = {
  applied: appliedCitusMigrations,
  add: (sql, { name }) => recordMigration(sql, name),
};

async function applyMigration(session: MigrationSession, migration: Migration, { add }: Record): Promise<void> {
  const startedAt = performance.now();
  if (migration.isConcurrent) {
    await runIndexStatements(session, migration);
    await add(session.sql, migration);
  } else {
    await session.retry(migration.name, async () => {
      await session.run('BEGIN');
      await session.run(migration.text);
      await add(session.sql, migration);
      await session.run('COMMIT');
    });
  }
  session.waits.applied(migration.name, performance.now() - startedAt);
}

/** A migration notes its name in its own transaction, so the storage only reads. */
const storageIn = (sql: Sql, { applied }: Record): UmzugStorage => ({
  executed: async () => (await applied(sql)).map(({ name }) => name),
  logMigration: async () => undefined,
  async unlogMigration() {
    throw new Error('migrations cannot be reverted');
  },
});

/**
 * Applies the pending migrations in their order. Each step takes the lock of its kind and checks again for pending migrations: another process
 * may have applied them. A process that builds an index concurrently lets others prepare their start meanwhile.
 */
async function applyPending(session: MigrationSession, migrations: readonly Migration[], recordOf: Record): Promise<void> {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  const umzug = new Umzug({
    migrations: migrations.map((migration) => ({ name: migration.name, up: () => applyMigration(session, migration, recordOf) })),
    storage: storageIn(session.sql, recordOf),
    logger: undefined,
  });
  const pending = async () => (await umzug.pending()).map(({ name }) => byName.get(name)!);
  for (;;) {
    const [first] = await pending();
    if (!first) return;
    await session.underLock(first.isConcurrent ? 'concurrentIndexes' : 'migrations', async () => {
      const left = await pending();
      const end = left.findIndex(({ isConcurrent }) => isConcurrent !== first.isConcurrent);
      for (const { name } of left.slice(0, end < 0 ? left.length : end)) await umzug.up({ migrations: [name] });
    });
  }
}

async function migrateQueue(connectionString: string, { lockTimeoutMs }: LockWaits): Promise<void> {
  const pgPool = new pg.Pool({ Client: TlsClient, connectionString, max: 1, lock_timeout: lockTimeoutMs });
  // A connection that is lost fails the statement that needs it.
  pgPool.on('error', () => undefined);
  pgPool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await migrateJobs({ pgPool, logger: new Logger(() => () => undefined) });
  } finally {
    await pgPool.end();
  }
}

export interface MigrateOptions {
  /** In milliseconds; the default is the database's clock. */
  readonly now?: number;
  /** The folder of the migrations. */
  readonly folder?: URL;
  readonly waits?: LockWaits;
  readonly engine?: DatabaseEngine;
}

/**
 * Brings the schema up to date, from wherever a run that was killed has left it. Processes that start at the same time take turns.
 * Throws `SchemaRefusal` if a later release has migrated the database too far for this one.
 */
export async function migrate(
  databaseUrl: string,
  { now, folder, waits = defaultWaits, engine = 'auto' }: MigrateOptions = {},
): Promise<void> {
  const session = await MigrationSession.open(databaseUrl, waits);
  const { sql } = session;
  try {
    await requireVersion(sql);
    const migrations = await readMigrations(folder);
    refuseNewer(migrations, await appliedMigrations(sql));
    await session.underLock('migrations', () => prepareStorage(session));
    const isCitus = await usesCitus(sql, engine);
    await applyPending(session, migrations, record);
    if (isCitus) {
      const table = 'CREATE TABLE IF NOT EXISTS citus_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())';
      await session.underLock('migrations', async () => {
        await session.run(table);
        if ((await appliedCitusMigrations(sql)).length === 0) await refuseRunningProcesses(sql);
      });
      await applyPending(session, await readCitusMigrations(), citusRecord);
    }
    const plan = planPartitions(now ?? (await readClock(sql)));
    await session.underLock('migrations', async () => {
      await session.retry('the daily partitions', () => makePartitions(sql, plan));
      await session.retry('the job queue', () => migrateQueue(databaseUrl, waits));
    });
  } catch (error) {
    throw error instanceof MigrationError && error.cause instanceof LockNotFree ? error.cause : error;
  } finally {
    await session.close();
  }
}
