import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkerPool, type WorkerPool } from '../../server/database/client/worker-pool.ts';
import { tablesOfAgency } from '../../server/entities/erasure.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

interface Row {
  readonly table: string;
  readonly people: string;
  readonly stored: string;
  readonly ofFan: string;
  readonly ofAgency: string;
}

const section = readFileSync('docs/retention.md', 'utf8').split('## Every table\n')[1]!.split('\n## ')[0]!;
const rows: Row[] = section
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [table = '', people = '', stored = '', ofFan = '', ofAgency = ''] = line.slice(2, -2).split(' | ');
    return { table: table.replaceAll('`', ''), people, stored, ofFan, ofAgency };
  });

let database: TestDatabase;
let sql: WorkerPool;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = openWorkerPool(database.url, 1, () => undefined);
});
afterAll(async () => {
  await sql.close();
  await database.drop();
});

describe('the page about retention', () => {
  test('names every table of the database, each once, and no other', async () => {
    const found = await sql.query<{ name: string }>({
      text: `
        SELECT CASE n.nspname WHEN 'public' THEN c.relname ELSE n.nspname || '.' || c.relname END AS name
          FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`,
    });
    expect(rows.map(({ table }) => table).toSorted()).toEqual(found.map(({ name }) => name).toSorted());
    for (const row of rows) for (const cell of Object.values(row)) expect(cell, row.table).not.toBe('');
  });

  test('says of those tables alone that they are deleted with an agency from which its erasure deletes', () => {
    const deleted = rows.filter(({ ofAgency }) => ofAgency === 'deleted').map(({ table }) => table);
    expect(deleted.toSorted()).toEqual(tablesOfAgency.map(({ table }) => table as string).toSorted());
  });

  test('says what the erasure of a fan does to every table with a column of fans', async () => {
    const found = await sql.query<{ name: string }>({
      text: `
        SELECT DISTINCT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
         WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace AND a.attname IN ('fan_id', 'fan_username')`,
    });
    for (const { name } of found) expect(rows.find(({ table }) => table === name)?.ofFan, name).not.toBe('not affected');
  });
});
