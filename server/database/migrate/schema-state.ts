import type { Sql } from '../client/sql.ts';
import { dailyTables, planPartitions, readClock, readPartitions } from '../partitions/partitions.ts';
import { recordedMigrations } from '../citus.ts';
import { usesCitus } from '../engine.ts';
import type { DatabaseEngine } from '../../config/config.ts';
import { readCitusMigrations, type Migration } from './migrations.ts';

/** The database does not fit this release. The message is one line for the operator. */
export class SchemaRefusal extends Error {}

export interface AppliedMigration {
  readonly name: string;
  /** The last migration of the oldest release whose processes may run with it; null where all may. */
  readonly needs: string | null;
}

/** Earlier releases made the table without `needs`; an empty database lacks the table. */
export async function appliedMigrations(sql: Sql): Promise<AppliedMigration[]> {
  const [row] = await sql.query<{ exists: boolean }>({ text: `SELECT to_regclass('schema_migrations') IS NOT NULL AS exists` });
  if (!row!.exists) return [];
  return sql.query<AppliedMigration>({
    text: `SELECT name, to_jsonb(m) ->> 'needs' AS needs FROM schema_migrations m ORDER BY name`,
  });
}

/** Those that a database of Citus has after these. */
export async function appliedCitusMigrations(sql: Sql): Promise<{ readonly name: string }[]> {
  const [row] = await sql.query<{ exists: boolean }>({ text: `SELECT to_regclass('citus_migrations') IS NOT NULL AS exists` });
  return row!.exists ? recordedMigrations(sql) : [];
}

/** Names of the migrations of a later release. */
export function newerMigrations(migrations: readonly Migration[], applied: readonly AppliedMigration[]): AppliedMigration[] {
  const last = migrations.at(-1)!.name;
  return applied.filter(({ name }) => name > last);
}

/** A process may run over the database of the next release, and not over that of a later one. */
export function refuseNewer(migrations: readonly Migration[], applied: readonly AppliedMigration[]): void {
  const last = migrations.at(-1)!.name;
  const tooNew = newerMigrations(migrations, applied).find(({ needs }) => needs !== null && needs > last);
  if (!tooNew) return;
  throw new SchemaRefusal(
    `a later release has migrated it: it has ${tooNew.name}, with which only releases that have ${tooNew.needs} can run, ` +
      `and this release ends with ${last}; start a later release`,
  );
}

/** What `migrate` would do. */
export interface SchemaState {
  readonly pending: readonly Migration[];
  /** Other steps that it would take, each in a few words. */
  readonly steps: readonly string[];
  readonly newer: readonly string[];
}

/** The job queue's migrations, which its package does not export. */
async function pendingOfQueue(sql: Sql): Promise<string[]> {
  const module = (await import(new URL('./generated/sql.js', import.meta.resolve('graphile-worker')).href)) as {
    migrations: Readonly<Record<string, string>>;
  };
  const [row] = await sql.query<{ exists: boolean }>({ text: `SELECT to_regclass('graphile_worker.migrations') IS NOT NULL AS exists` });
  const done = row!.exists ? await sql.query<{ id: number }>({ text: 'SELECT id FROM graphile_worker.migrations' }) : [];
  const ids = new Set(done.map(({ id }) => id));
  return Object.keys(module.migrations).filter((name) => !ids.has(Number.parseInt(name, 10)));
}

/** Reads what is pending, and changes nothing. Throws `SchemaRefusal` where a later release has migrated the database too far for this one. */
export async function readSchemaState(sql: Sql, migrations: readonly Migration[], engine: DatabaseEngine = 'auto'): Promise<SchemaState> {
  const applied = await appliedMigrations(sql);
  refuseNewer(migrations, applied);
  const citusMigrations = (await usesCitus(sql, engine)) ? await readCitusMigrations() : [];
  const names = new Set([...applied, ...(await appliedCitusMigrations(sql))].map(({ name }) => name));
  const pending = [...migrations, ...citusMigrations].filter(({ name }) => !names.has(name));
  const attached = new Set((await readPartitions(sql)).filter(({ isDetached }) => !isDetached).map(({ table, day }) => `${table} ${day}`));
  const { soon } = planPartitions(await readClock(sql));
  const hasPartitions = dailyTables.every((table) => soon.every((day) => attached.has(`${table} ${day}`)));
  const queue = await pendingOfQueue(sql);
  const steps = [
    ...(hasPartitions ? [] : ['the daily partitions']),
    ...(queue.length > 0 ? [`the job queue (${queue.length} migrations)`] : []),
  ];
  return { pending, steps, newer: newerMigrations(migrations, applied).map(({ name }) => name) };
}
