import { applyRowLevelSecurity, hasRowLevelSecurity, RolesMissing } from '../access/scope/row-level-security.ts';
import type { Config, DatabaseEngine } from '../config/config.ts';
import { causeAdvice } from '../database/embedded/cause-advice.ts';
import { EngineMissing } from '../database/engine.ts';
import { undistribute } from '../database/migrate/distribution.ts';
import { migrate } from '../database/migrate/migrate.ts';
import { defaultWaits, LockNotFree, MigrationSession, type LockWaits } from '../database/migrate/migration-session.ts';
import { readMigrations } from '../database/migrate/migrations.ts';
import { readSchemaState, SchemaRefusal, type SchemaState } from '../database/migrate/schema-state.ts';
import type { Logger } from '../log/log.ts';
import { StartError } from './start-error.ts';

/** Brings tables, roles and policies up to date. Throws `RolesMissing`, `SchemaRefusal`, `EngineMissing` and `LockNotFree`. */
export async function prepareDatabase(
  databaseUrl: string,
  waits: LockWaits = defaultWaits,
  engine: DatabaseEngine = 'auto',
): Promise<void> {
  await migrate(databaseUrl, { waits, engine });
  await applyRowLevelSecurity(databaseUrl, waits);
}

/** Moves the tables back from the workers of Citus, with their policies. */
export async function leaveCitus(databaseUrl: string, waits: LockWaits = defaultWaits, engine: DatabaseEngine = 'auto'): Promise<void> {
  await undistribute(databaseUrl, engine, waits);
  await prepareDatabase(databaseUrl, waits, engine);
}

/** The steps that `prepareDatabase` would take. Changes nothing. */
export async function pendingOf(databaseUrl: string, engine: DatabaseEngine = 'auto'): Promise<SchemaState> {
  const session = await MigrationSession.open(databaseUrl, defaultWaits, 'check');
  try {
    const state = await readSchemaState(session.sql, await readMigrations(), engine);
    const hasPolicies = state.pending.length === 0 && (await hasRowLevelSecurity(session));
    return hasPolicies ? state : { ...state, steps: [...state.steps, 'grants and policies'] };
  } finally {
    await session.close();
  }
}

/** With `MIGRATE=never`: throws `SchemaRefusal` if anything is pending. */
async function requirePrepared(databaseUrl: string, engine: DatabaseEngine): Promise<void> {
  const { pending, steps } = await pendingOf(databaseUrl, engine);
  const missing = [...pending.map(({ name }) => name), ...steps];
  if (missing.length === 0) return;
  const others = missing.length > 1 ? ` and ${missing.length - 1} more` : '';
  throw new SchemaRefusal(`MIGRATE is never, and the database lacks ${missing[0]}${others}; run \`npm run migrate\``);
}

/** Migrates the database at a start, or requires that it is migrated, as `MIGRATE` says. Throws a `StartError`. `databaseUrl` has no pooler. */
export async function prepareForStart(databaseUrl: string, config: Config, log: Logger): Promise<void> {
  const { migrate: mode, databaseEngine } = config;
  const steps: string[] = [];
  const waits: LockWaits = {
    ...defaultWaits,
    applied: (step) => steps.push(step),
    waiting: (step, reason) => log.warn({ step, reason }, 'the migration waits for another session'),
  };
  try {
    if (mode === 'never') await requirePrepared(databaseUrl, databaseEngine);
    else await prepareDatabase(databaseUrl, waits, databaseEngine);
  } catch (error) {
    throw new StartError(refusalOf(error, config));
  }
  if (steps.length > 0) log.info({ migrations: steps.length, last: steps.at(-1) }, 'migrated the database');
}

/** Why the database of the configuration cannot be used, in one line for the operator. */
export function refusalOf(
  error: unknown,
  { databaseUrl, databaseDirectUrl, dataDir }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>,
): string {
  const { message, code } = error as NodeJS.ErrnoException;
  const reason = (message || code || String(error)).replace(/\s+/g, ' ');
  const subject = databaseUrl ? 'DATABASE_URL' : `DATA_DIR ${dataDir}`;
  if ([RolesMissing, SchemaRefusal, EngineMissing, LockNotFree].some((each) => error instanceof each))
    return `${subject} cannot be used: ${reason}`;
  if (!databaseUrl) return `${subject} cannot be used: its database reports: ${reason}; ${causeAdvice(error)}`;
  return `${databaseDirectUrl ? 'DATABASE_URL or DATABASE_DIRECT_URL' : subject} cannot be used: ${reason}; accepted: a reachable PostgreSQL database, version 18 or later, in which this user can create tables`;
}
