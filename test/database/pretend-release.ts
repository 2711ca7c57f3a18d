import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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
