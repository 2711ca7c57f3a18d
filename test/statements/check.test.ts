import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { check } from './check.ts';
import { Describer } from './describe.ts';
import type { Noted } from './notes.ts';
import { compilerOptions, readCalls, type Calls } from './row-types.ts';
import { siteOf } from './site.ts';

interface Sample {
  readonly title: string;
  /** The type of the rows, as a source has it. */
  readonly row: string;
  readonly text: string;
  readonly nullColumns?: readonly string[];
  readonly findings: readonly string[];
}

const samples: readonly Sample[] = [
  {
    title: 'a row of every form that the driver has',
    row: '{ id: string; active: boolean; email: string | null; created_at: Date; count: number; key: Buffer; ids: readonly string[]; times: Date[]; media: { id: string }[] }',
    text: `SELECT id, active, email, created_at, count(*) OVER (), '\\x00'::bytea AS key, ARRAY[id] AS ids, ARRAY[created_at] AS times, '[]'::json AS media
             FROM employees`,
    findings: [],
  },
  { title: 'words for a text', row: `{ role: 'chatter' }`, text: 'SELECT role FROM employees', findings: [] },
  {
    title: 'words for a text that may hold others',
    row: `{ sale_status: 'purchased' | 'pending' | 'refused' | null }`,
    text: 'SELECT sale_status FROM sends',
    findings: [`"sale_status" is a "purchased" | "pending" | "refused" | null, and sends.sale_status may be 'free'`],
  },
  {
    title: 'an alias that is misspelt',
    row: '{ orders_count: number }',
    text: 'SELECT count(*) AS order_count FROM orders',
    findings: [
      '"orders_count" is not among the columns of the statement: order_count',
      `the statement's "order_count" is not among the properties of the row: orders_count`,
    ],
  },
  {
    title: 'a column that was dropped',
    row: '{ id: string; name: string }',
    text: 'SELECT id FROM tags',
    findings: ['"name" is not among the columns of the statement: id'],
  },
  {
    title: 'a column that is not read',
    row: '{ id: string }',
    text: 'SELECT id, name FROM tags',
    findings: [`the statement's "name" is not among the properties of the row: id`],
  },
  {
    title: 'a number that is typed as a text',
    row: '{ amount_cents: string; sum: string }',
    text: 'SELECT amount_cents, sum(amount_cents) OVER () FROM orders',
    findings: [
      '"amount_cents" is a string, and the driver reads its int4 as number',
      '"sum" is a string, and the driver reads its int8 as number',
    ],
  },
  {
    title: 'a sum that is not a number for the driver',
    row: '{ sum: number }',
    text: 'SELECT sum(spend_cents) FROM fan_spends',
    findings: ['"sum" is a number, and the driver reads its numeric as string'],
  },
  {
    title: 'JSON that is typed as a text',
    row: '{ media: string }',
    text: 'SELECT media FROM sends',
    findings: ['"media" is a string, and the driver reads its jsonb as JSON'],
  },
  {
    title: 'a column that may be null, directly and by way of others',
    row: '{ fan_id: string; of_subquery: string; of_update: Date }',
    text: `WITH done AS (UPDATE ai_requests SET acknowledged_at = now() RETURNING acknowledged_at)
           SELECT o.fan_id, s.user_id AS of_subquery, d.acknowledged_at AS of_update FROM orders o, (SELECT user_id FROM orders) s, done d`,
    findings: [
      '"fan_id" is a string, and orders.fan_id may be null',
      '"of_subquery" is a string, and orders.user_id may be null',
      '"of_update" is a Date, and ai_requests.acknowledged_at may be null',
    ],
  },
  {
    title: 'a null that only a test has seen',
    row: '{ name: string }',
    text: 'SELECT t.name FROM orders o LEFT JOIN tags t ON t.id = o.id',
    nullColumns: ['name'],
    findings: ['"name" is a string, and came as null in a test'],
  },
  {
    title: 'the row of a join that found none',
    row: '{ id: string } | { id: null }',
    text: 'SELECT t.id FROM orders o LEFT JOIN tags t ON t.id = o.id',
    nullColumns: ['id'],
    findings: [],
  },
  {
    title: 'a column that comes twice',
    row: '{ id: string }',
    text: 'SELECT t.id, upper(t.id) AS id FROM tags t',
    findings: ['the statement has "id" twice, and the driver keeps the last'],
  },
  {
    title: 'a property that no form of the statement has',
    row: '{ id: string; name?: string }',
    text: 'SELECT id FROM tags',
    findings: ['"name" is a column of no form of the statement'],
  },
  {
    title: 'what PostgreSQL refuses',
    row: '{ id: string }',
    text: 'SELECT identity AS id FROM tags',
    findings: ['PostgreSQL refuses the statement: column "identity" does not exist'],
  },
  { title: 'a statement within reach', row: '{ id: string }', text: 'SELECT o.id FROM {orders} o', findings: [] },
  { title: 'the partition of a day', row: '{ id: string }', text: 'SELECT id FROM webhook_events_20200101', findings: [] },
  { title: 'rows that are not read', row: 'never', text: 'SELECT id FROM tags', findings: [] },
];

/** Behind the samples: a statement that no test runs, a function that passes statements on, and one that is not known as such. */
const others = `
export const unknown = () => sql.query<{ id: string }>({ text: 'SELECT id FROM tags' });
async function read<Row>(statement: Statement): Promise<Row[]> { return sql.query<Row>(statement); }
export const handed = () => read<{ id: number }>({ text: 'SELECT id FROM tags' });
async function fetchRows<Row>(statement: Statement): Promise<Row[]> { return sql.query<Row>(statement); }
export const missed = () => fetchRows<{ id: number }>({ text: 'SELECT id FROM tags' });
type Rows = { tags: { id: string; color: string } };
`;

const lineOf = (index: number) => index + 3;

const folder = mkdtempSync(join(tmpdir(), 'agency-service-statements-'));
let database: TestDatabase;
let describer: Describer;
let read: Calls;
let findings: readonly string[];
beforeAll(async () => {
  const path = join(folder, 'sample.ts');
  const calls = samples.map(({ row }, index) => `export const sample${index} = () => sql.query<${row}>({ text: '' });`);
  const imports = `import type { Sql, Statement } from '${process.cwd()}/server/database/client/sql.ts';\ndeclare const sql: Sql;`;
  writeFileSync(path, [imports, ...calls, others].join('\n'));
  read = readCalls(folder, [path], compilerOptions(process.cwd()));
  const notes = samples.map(({ text, nullColumns }): Noted => ({ statements: new Map([[text, 0]]), nullColumns: new Set(nullColumns) }));
  const handed: Noted = { statements: new Map([['SELECT id FROM tags', 0]]), nullColumns: new Set() };
  database = await createTestDatabase();
  describer = await Describer.over(database.url);
  const bySite = new Map(notes.map((noted, place) => [siteOf('sample.ts', place), noted]));
  // The calls behind the samples: the unknown one, the inner one of `read`, and that of `read`.
  bySite.set(siteOf('sample.ts', samples.length + 2), handed);
  for (const { site, text } of read.tables) bySite.set(site, { statements: new Map([[text, 0]]), nullColumns: new Set() });
  findings = await check([...read.calls, ...read.tables], bySite, describer);
}, 60_000);
afterAll(async () => {
  await describer.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const findingsAt = (line: number) =>
  findings.filter((finding) => finding.startsWith(`sample.ts:${line}:`)).map((finding) => finding.replace(/^\S+ /, ''));

describe('compares rows and their types:', () => {
  test.each(samples.map((sample, index) => ({ ...sample, line: lineOf(index) })))('$title', ({ line, findings: expected }) => {
    expect(findingsAt(line)).toEqual(expected);
  });

  test('a statement that no test runs', () => {
    expect(findingsAt(lineOf(samples.length) + 1)).toEqual(['no test runs this statement']);
  });

  test('a statement that a function runs is compared where that is called', () => {
    expect(findingsAt(lineOf(samples.length) + 2)).toEqual([]);
    expect(findingsAt(lineOf(samples.length) + 3)).toEqual(['"id" is a number, and the driver reads its text as string']);
  });

  test('the rows of a model', () => {
    expect(findingsAt(lineOf(samples.length) + 6)).toEqual(['"color" is a string, and tags.color may be null']);
  });

  test('a function of another name is reported', () => {
    const [finding, ...more] = read.findings;
    expect(more).toEqual([]);
    expect(finding).toMatch(/^sample\.ts:\d+:\d+ runs a statement, and is not among the names of test\/statements\/calls\.ts$/);
  });
});
