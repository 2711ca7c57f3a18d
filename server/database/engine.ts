import type { DatabaseEngine } from '../config/config.ts';
import { tablesOnWorkers } from './citus.ts';
import type { Sql } from './client/sql.ts';

/** `DATABASE_ENGINE` is citus, and the database does not have Citus. */
export class EngineMissing extends Error {}

/** Whether the tables of agencies are distributed over the nodes of Citus. */
export async function usesCitus(sql: Sql, engine: DatabaseEngine): Promise<boolean> {
  if (engine === 'postgres') return false;
  const [row] = await sql.query<{ is_installed: boolean }>({
    text: `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS is_installed`,
  });
  if (row!.is_installed || engine === 'auto') return row!.is_installed;
  throw new EngineMissing(
    'DATABASE_ENGINE is citus, and the database does not have Citus; an administrator must run CREATE EXTENSION citus and add its workers',
  );
}

/** The tables that are distributed over the workers of Citus; none in plain PostgreSQL. */
export async function distributedTables(sql: Sql): Promise<ReadonlySet<string>> {
  if (!(await usesCitus(sql, 'auto'))) return new Set();
  return new Set(await tablesOnWorkers(sql));
}
