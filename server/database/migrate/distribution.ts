import type { DatabaseEngine } from '../../config/config.ts';
import type { Sql } from '../client/sql.ts';
import { MigrationSession, type LockWaits } from './migration-session.ts';
import { distributionName, readUndistribution } from './migrations.ts';
import { appliedMigrations, SchemaRefusal } from './schema-state.ts';

/** Names of the pools of a process that serves or delivers. */
const pools = ['api', 'operator', 'worker', 'records'].map((name) => `agency-service ${name}`);

/**
 * Throws `SchemaRefusal` while processes use the database. After the tables were moved to the workers of Citus, a process that started earlier
 * would find no rows. After they were moved back, a process that started over Citus would fail.
 */
export async function refuseRunningProcesses(sql: Sql): Promise<void> {
  const [row] = await sql.query<{ pids: string | null }>({
    text: `SELECT string_agg(pid::text, ', ' ORDER BY pid) AS pids FROM pg_stat_activity WHERE datname = current_database() AND application_name = ANY ($1)`,
    values: [pools],
  });
  if (!row!.pids) return;
  throw new SchemaRefusal(
    `processes of the service use it (sessions ${row!.pids}), and tables move to the workers of Citus, or back, only while none does; stop them, and migrate again`,
  );
}

/** Moves the tables back from the workers of Citus, in one transaction. Throws `SchemaRefusal` and `LockNotFree`. */
export async function undistribute(databaseUrl: string, engine: DatabaseEngine, waits: LockWaits): Promise<void> {
  if (engine !== 'postgres') {
    throw new SchemaRefusal(
      `DATABASE_ENGINE is ${engine}, and the next start would distribute its tables again; set DATABASE_ENGINE=postgres`,
    );
  }
  const session = await MigrationSession.open(databaseUrl, waits);
  const { sql } = session;
  try {
    await session.underLock('migrations', async () => {
      if (!(await appliedMigrations(sql)).includes(distributionName)) throw new SchemaRefusal('its tables are not distributed');
      await refuseRunningProcesses(sql);
      const text = await readUndistribution();
      const startedAt = performance.now();
      await session.retry('the way back from Citus', async () => {
        await session.run('BEGIN');
        await session.run(text);
        await session.run('COMMIT');
      });
      waits.applied('the way back from Citus', performance.now() - startedAt);
    });
  } finally {
    await session.close();
  }
}
