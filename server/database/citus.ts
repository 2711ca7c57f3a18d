import type { Sql } from './client/sql.ts';

/** Statements that plain PostgreSQL refuses, because Citus and its migrations make the tables that they name. */

/** The tables whose rows are on the workers, by the agency. */
export async function tablesOnWorkers(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ name: string }>({
    text: `
      SELECT c.relname AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
       WHERE p.partmethod = 'h' AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace`,
  });
  return rows.map(({ name }) => name);
}
