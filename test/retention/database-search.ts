import type { Sql } from '../../server/database/client/sql.ts';

/** Tables without a page have no rows: most days of partitions. Those over Citus have theirs on the workers. */
const tables = `
  SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind = 'r' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
     AND (pg_relation_size(c.oid) > 0 OR to_regclass('pg_dist_partition') IS NOT NULL) ORDER BY 1`;

/**
 * The tables, of all schemas and with partitions, that contain a text in any column, as text or as bytes, with the number of such rows; rows with
 * one of the `except` texts do not count.
 */
export async function searchDatabase(sql: Sql, text: string, except: readonly string[] = []): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  const hex = Buffer.from(text).toString('hex');
  for (const { name } of await sql.query<{ name: string }>({ text: tables })) {
    const [row] = await sql.query<{ count: number }>({
      text: `SELECT count(*) AS count FROM ${name} t
              WHERE (position($1 IN t::text) > 0 OR position($2 IN t::text) > 0) AND NOT EXISTS (SELECT FROM unnest($3::text[]) e WHERE position(e IN t::text) > 0)`,
      values: [text, hex, except],
    });
    if (row!.count > 0) found[name] = row!.count;
  }
  return found;
}

/** Every row of an agency's tables as text, for a comparison before and after; without counters that time or a job changes. */
export async function rowsOfAgency(sql: Sql, agencyId: string): Promise<Record<string, string[]>> {
  const withAgency = await sql.query<{ name: string }>({
    text: `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
            WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace AND a.attname = 'agency_id'
              AND c.relname NOT IN ('agency_writes', 'key_uses', 'ingestions', 'history_days', 'agency_quotas', 'changed_sends', 'changed_quarters') ORDER BY 1`,
  });
  const rows: Record<string, string[]> = {};
  for (const { name } of withAgency) {
    const found = await sql.query<{ row: string }>({
      text: `SELECT (to_jsonb(t) - 'drained_generation')::text AS row FROM ${name} t WHERE t.agency_id = $1 ORDER BY 1`,
      values: [agencyId],
    });
    if (found.length > 0) rows[name] = found.map(({ row }) => row);
  }
  return rows;
}
