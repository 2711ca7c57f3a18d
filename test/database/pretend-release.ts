import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { tableNames } from '../../server/models/tables.ts';

/** A transaction that locks several tables in use may end in a deadlock with a request. */
const columns = tableNames
  .filter((table) => table !== 'schema_migrations')
  .map((table, index) => [
    `900-pretend-${String(index).padStart(2, '0')}.sql`,
    `ALTER TABLE ${table} ADD COLUMN pretend_note text NOT NULL DEFAULT ''`,
  ]);

/** Migrations as a next release may have them: every table has one more column, and two indexes are built while tables are in use. */
export const pretendMigrations: Readonly<Record<string, string>> = {
  ...(Object.fromEntries(columns) as Record<string, string>),
  '900-pretend-table.sql': `
    CREATE TABLE pretend_notes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, note text NOT NULL DEFAULT '');
    INSERT INTO pretend_notes (note) VALUES ('once');
  `,
  '901-pretend-indexes.concurrent.sql': `
    -- A table, and one with a partition for each day.
    CREATE INDEX CONCURRENTLY pretend_orders ON orders (agency_id, pretend_note);
    CREATE INDEX CONCURRENTLY pretend_history ON delivery_history (agency_id, pretend_note)
      WHERE pretend_note <> '';
  `,
  '902-pretend-rows.sql': `INSERT INTO pretend_notes (note) VALUES ('twice');`,
};

/** A folder with the migrations of this release and others, which the caller removes. */
export function migrationsFolderWith(others: Readonly<Record<string, string>>): { readonly url: URL; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'agency-service-migrations-'));
  cpSync('server/migrations', path, { recursive: true });
  for (const [name, text] of Object.entries(others)) writeFileSync(join(path, name), text);
  return { url: pathToFileURL(`${path}/`), remove: () => rmSync(path, { recursive: true, force: true }) };
}

const schema = `
  SELECT 'column' AS kind, format('%s %s %s %s %s', c.oid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)) AS is
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
   WHERE c.relkind IN ('r', 'p', 'v') AND attnum > 0 AND NOT attisdropped AND c.relnamespace = ANY ($1::text[]::regnamespace[])
  UNION ALL SELECT 'grants', format('%s %s %s', oid::regclass, relacl, relrowsecurity) FROM pg_class WHERE relkind IN ('r', 'p', 'v') AND relnamespace = ANY ($1::text[]::regnamespace[])
  UNION ALL SELECT 'index', format('%s %s %s', CASE WHEN h.inhparent IS NULL THEN pg_get_indexdef(indexrelid) ELSE replace(pg_get_indexdef(indexrelid), c.relname, '') END,
                                   indisvalid, h.inhparent::regclass)
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid LEFT JOIN pg_inherits h ON h.inhrelid = c.oid WHERE c.relnamespace = ANY ($1::text[]::regnamespace[])
  UNION ALL SELECT 'partition', format('%s %s', inhrelid::regclass, inhparent::regclass) FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE c.relkind = 'r'
  UNION ALL SELECT 'constraint', format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = ANY ($1::text[]::regnamespace[])
  UNION ALL SELECT 'function', pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = ANY ($1::text[]::regnamespace[]) AND prokind = 'f'
  UNION ALL SELECT 'policy', format('%s %s %s %s', tablename, policyname, roles, qual) FROM pg_policies
  UNION ALL SELECT 'trigger', pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT 'migration', format('%s %s', name, needs) FROM schema_migrations
  UNION ALL SELECT 'job migration', id::text FROM graphile_worker.migrations
  ORDER BY 1, 2`;

/** Everything that migrations make, one line each. Indexes of partitions may have any name. */
export async function schemaOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ kind: string; is: string }>(schema, [['public', 'graphile_worker']]);
    return rows.map(({ kind, is }) => `${kind} ${is}`);
  } finally {
    await client.end();
  }
}
