import type { Sql } from './client/sql.ts';

/** The tables that are distributed over the workers. Plain PostgreSQL refuses the statement. */
export async function tablesOnWorkers(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ name: string }>({
    text: `
      SELECT c.relname AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
       WHERE p.partmethod = 'h' AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace`,
  });
  return rows.map(({ name }) => name);
}
