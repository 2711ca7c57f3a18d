import type { Sql } from '../client/sql.ts';
import { dailyTables, planPartitions, readClock, readPartitions } from '../partitions/partitions.ts';
import { usesCitus } from '../engine.ts';
import type { DatabaseEngine } from '../../config/config.ts';
import { baselineName, pendingAfter, type Migration } from './migrations.ts';

/** The database is incompatible with this release. The message is one line for the operator. */
export class SchemaRefusal extends Error {}

/** Names of the migrations that the database has; none in an empty one. */
export async function appliedMigrations(sql: Sql): Promise<string[]> {
  const [row] = await sql.query<{ exists: boolean }>({ text: `SELECT to_regclass('schema_migrations') IS NOT NULL AS exists` });
  if (!row!.exists) return [];
  const rows = await sql.query<{ name: string }>({ text: 'SELECT name FROM schema_migrations ORDER BY name' });
  return rows.map(({ name }) => name);
}

const lastOf = (migrations: readonly Migration[]): string => migrations.at(-1)!.name;

/** Names of the migrations of a later release. */
const newerThan = (migrations: readonly Migration[], applied: readonly string[]): string[] =>
  applied.filter((name) => name > lastOf(migrations));

/** `031-fees.needs-025.sql` names the first migration of the oldest release whose processes can run with it. */
const needsLater = (name: string, last: string): boolean => (/\.needs-(\d+)\./.exec(name)?.[1] ?? '') > last;

/** Throws `SchemaRefusal` if the database has no baseline, or a migration of a later release that this one cannot run with. */
export function refuseUnfit(migrations: readonly Migration[], applied: readonly string[]): void {
  if (applied.length > 0 && !applied.includes(baselineName))
    throw new SchemaRefusal('its tables are older than release 1.0.0, which cannot migrate them; start with an empty database');
  const last = lastOf(migrations);
  const tooNew = newerThan(migrations, applied).find((name) => needsLater(name, last));
  if (tooNew)
    throw new SchemaRefusal(
      `a later release has migrated it: it has ${tooNew}, with which this release, which ends with ${last}, cannot run; start a later release`,
    );
}

/** The result of a check before `migrate`. */
export interface SchemaState {
  readonly pending: readonly Migration[];
  /** Descriptions of further pending steps. */
  readonly steps: readonly string[];
  readonly newer: readonly string[];
}

/** The pending migrations of the job queue. Its package does not export them. */
async function pendingOfQueue(sql: Sql): Promise<string[]> {
  const module = (await import(new URL('./generated/sql.js', import.meta.resolve('graphile-worker')).href)) as {
    migrations: Readonly<Record<string, string>>;
  };
  const [row] = await sql.query<{ exists: boolean }>({ text: `SELECT to_regclass('graphile_worker.migrations') IS NOT NULL AS exists` });
  const done = row!.exists ? await sql.query<{ id: number }>({ text: 'SELECT id FROM graphile_worker.migrations' }) : [];
  const ids = new Set(done.map(({ id }) => id));
  return Object.keys(module.migrations).filter((name) => !ids.has(Number.parseInt(name, 10)));
}

/** Reads the pending steps without a change. Throws `SchemaRefusal`. */
export async function readSchemaState(sql: Sql, migrations: readonly Migration[], engine: DatabaseEngine = 'auto'): Promise<SchemaState> {
  const applied = await appliedMigrations(sql);
  refuseUnfit(migrations, applied);
  const pending = pendingAfter(applied, migrations, await usesCitus(sql, engine));
  const attached = new Set((await readPartitions(sql)).filter(({ isDetached }) => !isDetached).map(({ table, day }) => `${table} ${day}`));
  const { soon } = planPartitions(await readClock(sql));
  const hasPartitions = dailyTables.every((table) => soon.every((day) => attached.has(`${table} ${day}`)));
  const queue = await pendingOfQueue(sql);
  const steps = [
    ...(hasPartitions ? [] : ['the daily partitions']),
    ...(queue.length > 0 ? [`the job queue (${queue.length} migrations)`] : []),
  ];
  return { pending, steps, newer: newerThan(migrations, applied) };
}
