import { existsSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../generated/limits.ts';
import { declarations, tableNames } from '../../server/models/tables.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

interface Row {
  readonly subject: string;
  readonly growsBy: string;
  readonly bound: string;
  readonly tests: readonly string[];
}

const text = readFileSync('docs/data.md', 'utf8');
const rows: Row[] = text
  .split('\n')
  .filter((line) => /^\| (?!table|in memory|--)/.test(line))
  .map((line) => {
    const [subject = '', growsBy = '', bound = '', tests = ''] = line.slice(2, -2).split(' | ');
    return { subject, growsBy, bound, tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path]) => path!) };
  });
const tables = rows.flatMap(({ subject }) => /^`([a-z_.]+)`$/.exec(subject)?.[1] ?? []);

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('growth that callers can cause', () => {
  test('is every table of the database, each once, and no other', async () => {
    const found = await client.query<{ name: string }>(`
      SELECT CASE n.nspname WHEN 'public' THEN c.relname ELSE n.nspname || '.' || c.relname END AS name
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`);
    expect(tables.toSorted()).toEqual(found.rows.map(({ name }) => name).toSorted());
  });

  test('is what the tables declare; vitest run -u writes it', async () => {
    const declared = tableNames.map((name) => {
      const { by, bound, tests } = declarations[name].growth;
      return `| \`${name}\` | ${by} | ${bound} | ${tests.map((path) => `\`${path}\``).join(', ')} |`;
    });
    const [head, line, ...lines] = text.slice(text.indexOf('| table |')).split('\n\n')[0]!.split('\n');
    const others = lines.filter((row) => !tableNames.some((name) => row.startsWith(`| \`${name}\` |`)));
    const written = text.replace([head, line, ...lines].join('\n'), () => [head, line, ...declared, ...others].join('\n'));
    await expect(written).toMatchFileSnapshot('../../docs/data.md');
  });

  test('has a limit and an existing test for each table', () => {
    expect(rows.length).toBeGreaterThan(tables.length);
    for (const { subject, growsBy, bound, tests } of rows) {
      expect(growsBy, subject).not.toBe('');
      expect(bound, subject).not.toBe('');
      expect(tests.length, subject).toBeGreaterThan(0);
      for (const path of tests) expect(existsSync(path), `${subject}: ${path}`).toBe(true);
    }
  });

  test('is bounded by the numbers of the contract', () => {
    const boundOf = (table: string) => rows.find(({ subject }) => subject === `\`${table}\``)!.bound;
    const shown = (value: number) => value.toLocaleString('en');
    expect(boundOf('webhook_events')).toContain(`${limits.quotaDeliveryHistoryBytes / 1e9} GB`);
    expect(boundOf('webhook_events')).toContain(`${limits.quotaDeliveryHistoryBytes / limits.historyDayShare / 1e9} GB`);
    expect(boundOf('delivery_history')).toContain(`${shown(limits.excerptBytes)} bytes, of a 2xx ${shown(limits.deliveredExcerptBytes)}`);
    expect(boundOf('delivery_queue')).toContain(shown(limits.quotaPendingDeliveries));
    expect(boundOf('delivery_failures')).toContain(shown(limits.quotaFailureRecords));
    expect(boundOf('audit_log')).toContain(`${shown(limits.auditedChangesOfKey)} changes of a key`);
    expect(boundOf('audit_log')).toContain(`${shown(limits.auditedChangesOfAgency)} of all keys`);
    expect(boundOf('audit_log')).toContain(`${limits.urgentChangesOfKey} and ${limits.urgentChangesOfAgency} are reserved`);
    expect(boundOf('audit_log')).toContain(`${shown(limits.portalOpeningsOfAgency)} openings`);
    expect(boundOf('audit_log')).toContain(`${limits.auditDays} days`);
    for (const table of ['replay_orders', 'webhook_recoveries'])
      expect(boundOf(table)).toContain(`at most ${limits.auditedChangesOfKey - limits.urgentChangesOfKey} an hour of a key`);
    const megabytes = (bytes: number) => `${bytes / 1_048_576} MB`;
    expect(boundOf('idempotent_answers')).toContain(`of a key the latest ${megabytes(limits.idempotentCallerBytes)}`);
    expect(boundOf('idempotent_answers')).toContain(`of an agency the latest ${megabytes(limits.idempotentAgencyBytes)}`);
    expect(boundOf('idempotent_answers')).toContain(`${shown(limits.idempotentAnswersOfAgency)} responses`);
    expect(boundOf('publications')).toContain(`${limits.quotaPublicationBytes / 1e9} GB`);
    expect(boundOf('publications')).toContain(shown(limits.quotaScheduledPublications));
    expect(boundOf('insight_edits')).toContain(`${limits.quotaInsightHistoryBytes / 1e9} GB`);
    expect(boundOf('webhook_endpoints')).toContain(`${limits.endpointsOfAgency} of an agency`);
    expect(boundOf('ingestions')).toContain(`${shown(limits.ingestionsOfAgency)} entries of an agency, ${limits.ingestionDays} days`);
    expect(boundOf('api_keys')).toContain(shown(limits.quotaApiKeys));
  });
});
