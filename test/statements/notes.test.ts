import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { oldestUnclaimedSeconds } from '../../server/publications/claim.ts';
import { createTestDatabase } from '../support/database.ts';
import { withNotes } from './note-plugin.ts';
import { notesFolder, readNotes } from './notes.ts';
import { ofChecks, openWorkerPool } from '../../server/database/client/worker-pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'agency-service-notes-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the statements of a rewritten source are noted, and it works as before', async () => {
  const source = `
    export const run = async (sql: Sql, other: Other) => {
      const rows = await sql.query<{ n: number }>({ text: 'SELECT $1', values: [other.read(await other.query({ text: 'SELECT 2' }))] },);
      return [rows, other.read('no statement'), other.read()];
    };`;
  const rewritten = withNotes(source, 'server/a.ts', join(folder, 'notes'))!;
  expect(rewritten.split('\n')).toHaveLength(source.split('\n').length);
  const path = join(folder, 'a.mjs');
  writeFileSync(path, ts.transpile(rewritten, { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext }));
  const { run } = (await import(pathToFileURL(path).href)) as { run: (sql: object, other: object) => Promise<unknown> };
  const sql = { query: async ({ values }: { values: unknown[] }) => [{ n: values[0] }, { n: null }] };
  const other = { query: async () => [{ m: 2 }], read: (given?: unknown) => given };
  expect(await run(sql, other)).toEqual([[{ n: [{ m: 2 }] }, { n: null }], 'no statement', undefined]);
  expect(readNotes(join(folder, 'notes'))).toEqual(
    new Map([
      ['server/a.ts#0', { statements: new Map([['SELECT $1', 1]]), nullColumns: new Set(['n']) }],
      ['server/a.ts#2', { statements: new Map([['SELECT 2', 0]]), nullColumns: new Set() }],
    ]),
  );
});

test('a source that runs no statement stays as it is', () => {
  expect(withNotes('export const two = 2;', 'server/a.ts', folder)).toBeUndefined();
});

test('the tests note what they run', async () => {
  const database = await createTestDatabase();
  const pool = openWorkerPool(database.url, 1, () => undefined, new Set(), undefined, ofChecks);
  expect(await oldestUnclaimedSeconds(pool)).toBe(0);
  await pool.close();
  await database.drop();
  const noted = [...readNotes(notesFolder(process.cwd()).own)].filter(([site]) => site.startsWith('server/publications/claim.ts#'));
  expect(noted.flatMap(([, { statements }]) => [...statements.keys()])).toContainEqual(expect.stringContaining('AS seconds'));
});
