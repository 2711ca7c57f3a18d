import { Logger, runMigrations as migrateJobs } from 'graphile-worker';
import pg from 'pg';
import type { Sql } from '../client/sql.ts';
import { TlsClient } from '../client/tls-client.ts';
import { usesCitus } from '../engine.ts';
import type { DatabaseEngine } from '../../config/config.ts';
import { makePartitions, planPartitions, readClock } from '../partitions/partitions.ts';
import { runIndexStatements } from './concurrent-indexes.ts';
import { refuseRunningProcesses } from './distribution.ts';
import { defaultWaits, MigrationSession, type LockWaits } from './migration-session.ts';
import { distributionName, pendingAfter, readMigrations, type Migration } from './migrations.ts';
import { appliedMigrations, refuseUnfit } from './schema-state.ts';

/** The first version with `uuidv7()`. */
const oldestMajorVersion = 18;

async function requireVersion(sql: Sql): Promise<void> {
  const [row] = await sql.query<{ server_version: string }>({ text: 'SHOW server_version' });
  const version = row!.server_version;
  if (Number.parseInt(version, 10) < oldestMajorVersion) throw new Error(`PostgreSQL ${version} is older than ${oldestMajorVersion}`);
}

async function applyMigration(session: MigrationSession, migration: Migration): Promise<void> {
  const startedAt = performance.now();
  const record = () =>
    session.sql.query({ text: 'INSERT INTO schema_migrations (name) SELECT unnest($1::text[])', values: [migration.contained] });
  if (migration.isConcurrent) {
    await runIndexStatements(session, migration);
    await record();
  } else {
    await session.retry(migration.name, async () => {
      await session.run('BEGIN');
      await session.run(migration.text);
      await record();
      await session.run('COMMIT');
    });
  }
  session.waits.applied(migration.name, performance.now() - startedAt);
}

/**
 * Applies the pending migrations in their order. Each takes the lock of its kind and is checked again, because another process may have applied
 * it. Concurrent index builds have their own lock, so that other processes can start meanwhile.
 */
async function applyPending(session: MigrationSession, migrations: readonly Migration[], isCitus: boolean): Promise<void> {
  const { sql } = session;
  const next = async () => pendingAfter(await appliedMigrations(sql), migrations, isCitus)[0];
  for (;;) {
    const first = await next();
    if (!first) return;
    await session.underLock(first.isConcurrent ? 'concurrentIndexes' : 'migrations', async () => {
      if ((await next())?.name !== first.name) return;
      if (first.name === distributionName) await refuseRunningProcesses(sql);
      await applyMigration(session, first);
    });
  }
}

async function migrateQueue(connectionString: string, { lockTimeoutMs }: LockWaits): Promise<void> {
  const pgPool = new pg.Pool({ Client: TlsClient, connectionString, max: 1, lock_timeout: lockTimeoutMs });
  // A lost connection fails its next statement.
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

/** Migrates the schema, even after a killed run. Processes that start at the same time run one after the other. Throws `SchemaRefusal`. */
export async function migrate(
  databaseUrl: string,
  { now, folder, waits = defaultWaits, engine = 'auto' }: MigrateOptions = {},
): Promise<void> {
  const session = await MigrationSession.open(databaseUrl, waits);
  const { sql } = session;
  try {
    await requireVersion(sql);
    const migrations = await readMigrations(folder);
    refuseUnfit(migrations, await appliedMigrations(sql));
    await applyPending(session, migrations, await usesCitus(sql, engine));
    const plan = planPartitions(now ?? (await readClock(sql)));
    await session.underLock('migrations', async () => {
      await session.retry('the daily partitions', () => makePartitions(sql, plan));
      await session.retry('the job queue', () => migrateQueue(databaseUrl, waits));
    });
  } finally {
    await session.close();
  }
}
