import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockSession, unlockSession } from '../../server/database/advisory-locks.ts';
import { indexStatementsOf } from '../../server/database/migrate/concurrent-indexes.ts';
import { migrate } from '../../server/database/migrate/migrate.ts';
import { defaultWaits, type LockWaits } from '../../server/database/migrate/migration-session.ts';
import { baselineName, readMigrations } from '../../server/database/migrate/migrations.ts';
import { pendingOf, prepareDatabase } from '../../server/startup/prepare-database.ts';
import { waitUntil } from '../process/service-process.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { migrationsFolderWith, pretendMigrations } from './pretend-release.ts';
import { createReleasedSchema } from './released-schema.ts';
import { schemaOf } from './schema-of.ts';

let database: TestDatabase;
let client: pg.Client;
let waiting: string[];
let waits: LockWaits;
const undo: (() => unknown)[] = [];

const lockTimeoutMs = 200;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});
beforeEach(() => {
  waiting = [];
  waits = { ...defaultWaits, lockTimeoutMs, waiting: (step, reason) => waiting.push(`${step} ${reason}`) };
});
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
  // The database is as it was before the migrations of the test.
  await rowsOf(`
    DELETE FROM schema_migrations WHERE name >= '900'; DELETE FROM agencies;
    DROP TABLE IF EXISTS notes; ALTER TABLE orders DROP COLUMN IF EXISTS note; DROP INDEX IF EXISTS names, late`);
});

/** One that a test leaves changed. */
async function ownDatabase(): Promise<TestDatabase> {
  const own = await createTestDatabase();
  undo.push(() => own.drop());
  return own;
}

async function connect(url = database.ownerUrl): Promise<pg.Client> {
  const each = new pg.Client({ connectionString: url });
  each.on('error', () => undefined);
  await each.connect();
  undo.push(() => each.end().catch(() => undefined));
  return each;
}

function folderWith(others: Readonly<Record<string, string>>): URL {
  const folder = migrationsFolderWith(others);
  undo.push(() => folder.remove());
  return folder.url;
}

const rowsOf = async <Row = any>(text: string, values?: unknown[], by = client) => (await by.query(text, values)).rows as Row[];

const addNote = { '900-note.sql': `ALTER TABLE orders ADD COLUMN note text; CREATE TABLE notes (note text)` };

const pidOf = async (session: pg.Client) => (await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;

describe('a migration that needs a lock', () => {
  test('gives up soon and tries again, so that others do not queue behind it, and names the session that has the lock', async () => {
    const reader = await connect();
    await reader.query('BEGIN; SELECT FROM orders');
    const pid = await pidOf(reader);
    const migrating = migrate(database.ownerUrl, { folder: folderWith(addNote), waits });
    const report = new RegExp(
      `^900-note.sql did not get a lock within ${lockTimeoutMs} ms, because of session ${pid} \\(idle in transaction, transaction of \\d+ s\\)$`,
    );
    const slowest = { ms: 0 };
    const writer = await connect();
    await waitUntil(async () => {
      const startedAt = performance.now();
      await writer.query('SELECT FROM orders LIMIT 1');
      slowest.ms = Math.max(slowest.ms, performance.now() - startedAt);
      return waiting.filter((line) => report.test(line)).length >= 2;
    }, 'two attempts');
    // As long as one attempt waits, and some time for a busy machine.
    expect(slowest.ms).toBeLessThan(3_000);
    await reader.query('COMMIT');
    await migrating;
    expect(await rowsOf('SELECT orders.note FROM orders, notes')).toEqual([]);
  });

  test('reports the session of a running migration if it waits long for it', async () => {
    const other = await connect();
    await other.query(`SELECT ${lockSession('migrations')}`);
    const migrating = migrate(database.ownerUrl, { folder: folderWith(addNote), waits: { ...waits, reportAfterMs: 100 } });
    const report = `the migration session ${await pidOf(other)} migrates this database`;
    await waitUntil(() => waiting.includes(report), 'the report');
    await other.query(`SELECT ${unlockSession('migrations')}`);
    await migrating;
    expect(waiting).toEqual([report]);
  });

  test('fails after its attempts in one line, with nothing changed', async () => {
    const reader = await connect();
    await reader.query('BEGIN; SELECT FROM orders');
    await expect(migrate(database.ownerUrl, { folder: folderWith(addNote), waits: { ...waits, attempts: 2 } })).rejects.toThrow(
      new RegExp(`^900-note.sql did not get a lock within ${lockTimeoutMs} ms, because of .*, in 2 attempts$`),
    );
    expect(await rowsOf(`SELECT to_regclass('notes') AS notes`)).toEqual([{ notes: null }]);
  });
});

describe('a concurrent migration', () => {
  test('builds the index of a table and of each of its partitions, and drops indexes', async () => {
    const own = await ownDatabase();
    const inOwn = await connect(own.url);
    await migrate(own.ownerUrl, { folder: folderWith(pretendMigrations), waits });
    const indexes = await rowsOf<{ valid: boolean; count: number }>(
      `
      SELECT bool_and(indisvalid) AS valid, count(*)::int AS count FROM pg_index
       WHERE indexrelid IN ('pretend_orders'::regclass, 'pretend_history'::regclass)
          OR indexrelid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'pretend_history'::regclass)`,
      [],
      inOwn,
    );
    const [{ count }] = (await rowsOf<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_inherits WHERE inhparent = 'delivery_history'::regclass`,
      [],
      inOwn,
    )) as [{ count: number }];
    expect(indexes).toEqual([{ valid: true, count: count + 2 }]);
    await migrate(own.ownerUrl, {
      folder: folderWith({
        ...pretendMigrations,
        '903-drop.concurrent.sql': 'DROP INDEX CONCURRENTLY IF EXISTS pretend_orders;',
        '904-drop.sql': 'DROP INDEX pretend_history;',
      }),
      waits,
    });
    expect(await rowsOf(`SELECT FROM pg_class WHERE relname LIKE '%pretend_orders' OR relname LIKE '%pretend_history'`, [], inOwn)).toEqual(
      [],
    );
  });

  test('builds an index again that an interrupted build has left invalid', async () => {
    await rowsOf(`
      INSERT INTO agencies (name) VALUES ('Twice'), ('Twice')`);
    // Two rows with the same name: the build fails and leaves the index.
    await expect(rowsOf('CREATE UNIQUE INDEX CONCURRENTLY names ON agencies (name)')).rejects.toThrow(/could not create unique index/);
    await rowsOf(`DELETE FROM agencies WHERE id = (SELECT max(id::text)::uuid FROM agencies)`);
    await rowsOf(`ALTER INDEX names OWNER TO CURRENT_USER`);
    await migrate(database.url, {
      folder: folderWith({ '900-names.concurrent.sql': 'CREATE UNIQUE INDEX CONCURRENTLY names ON agencies (name);' }),
    });
    expect(await rowsOf(`SELECT indisvalid, indisunique FROM pg_index WHERE indexrelid = 'names'::regclass`)).toEqual([
      { indisvalid: true, indisunique: true },
    ]);
  });

  test('waits for older transactions while others write, start and migrate', async () => {
    const reader = await connect();
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM orders');
    const pid = await pidOf(reader);
    const folder = folderWith({ '900-index.concurrent.sql': 'CREATE INDEX CONCURRENTLY late ON orders (id);' });
    const both = Promise.all([migrate(database.ownerUrl, { folder, waits }), migrate(database.ownerUrl, { folder, waits })]);
    await waitUntil(() => waiting.some((line) => line.startsWith(`the index late waits for session ${pid} (`)), 'the report', 60_000);
    // An earlier release waits for the lock in a statement, for whose end a build would wait.
    const earlier = await connect();
    await earlier.query(`SELECT ${lockSession('migrations')}; SELECT ${unlockSession('migrations')}`);
    await prepareDatabase(database.ownerUrl, waits);
    await rowsOf(`INSERT INTO agencies (name) VALUES ('Meanwhile')`);
    await reader.query('COMMIT');
    await both;
    expect(await rowsOf(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'late'::regclass`)).toEqual([{ indisvalid: true }]);
  });

  test('accepts two forms of statements', () => {
    const of = (text: string) => indexStatementsOf({ name: '900-x.concurrent.sql', text });
    expect(of(`-- Why.\nCREATE UNIQUE INDEX CONCURRENTLY a ON b (c)\n  WHERE d = ';';\nDROP INDEX CONCURRENTLY IF EXISTS a;\n`)).toEqual([
      { unique: 'UNIQUE ', index: 'a', table: 'b', definition: `(c)\n  WHERE d = ';'` },
      'DROP INDEX CONCURRENTLY IF EXISTS a',
    ]);
    for (const text of ['CREATE INDEX a ON b (c);', 'UPDATE orders SET id = id;', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON b (c);'])
      expect(() => of(text)).toThrow(/^900-x\.concurrent\.sql has a statement that is not accepted in a concurrent migration: /);
  });
});

describe('a database of a later release', () => {
  const laterMigration = (name: string) => rowsOf('INSERT INTO schema_migrations (name) VALUES ($1)', [name]);

  test('serves the release before it', async () => {
    await laterMigration('999-later.sql');
    await prepareDatabase(database.ownerUrl, waits);
    expect(await pendingOf(database.ownerUrl)).toEqual({ pending: [], steps: [], newer: ['999-later.sql'] });
  });

  test('refuses a release that lacks what the name of a migration says', async () => {
    await laterMigration('999-later.needs-998.sql');
    const refusal =
      /^a later release has migrated it: it has 999-later\.needs-998\.sql, with which this release, which ends with \S+\.sql, cannot run; start a later release$/;
    await expect(prepareDatabase(database.ownerUrl, waits)).rejects.toThrow(refusal);
    await expect(pendingOf(database.ownerUrl)).rejects.toThrow(refusal);
    await rowsOf(`DELETE FROM schema_migrations WHERE name LIKE '999%'`);
    await laterMigration(`999-later.needs-${/^\d+/.exec((await readMigrations()).at(-1)!.name)![0]}.sql`);
    await prepareDatabase(database.ownerUrl, waits);
  });
});

test('a database from before release 1.0.0 is refused with what to do, and is left as it is', async () => {
  const own = await ownDatabase();
  const inOwn = await connect(own.url);
  await inOwn.query(`UPDATE schema_migrations SET name = '001-agencies-and-keys.sql' WHERE name = '${baselineName}'`);
  const before = await schemaOf(own.url);
  const refusal = /^its tables are older than release 1\.0\.0, which cannot migrate them; start with an empty database$/;
  await expect(prepareDatabase(own.ownerUrl, waits)).rejects.toThrow(refusal);
  await expect(pendingOf(own.ownerUrl)).rejects.toThrow(refusal);
  expect(await schemaOf(own.url)).toEqual(before);
});

test('an installation of release 1.0.0 gets, by the migrations since, exactly what a new one has, and nothing is pending then', async () => {
  const [empty, released] = await Promise.all([createEmptyDatabase(), createEmptyDatabase()]);
  undo.push(() => Promise.all([empty.drop(), released.drop()]));
  const { pending, steps } = await pendingOf(empty.ownerUrl);
  expect(pending.map(({ name }) => name)).toEqual([baselineName]);
  expect(steps).toEqual(['the daily partitions', expect.stringMatching(/^the job queue \(\d+ migrations\)$/), 'grants and policies']);
  await createReleasedSchema(await connect(released.ownerUrl), released.ownerUrl);
  // Two processes that start at the same time.
  for (const { ownerUrl } of [empty, released]) await Promise.all([prepareDatabase(ownerUrl), prepareDatabase(ownerUrl)]);
  expect(await schemaOf(released.url)).toEqual(await schemaOf(empty.url));
  for (const { ownerUrl } of [empty, released]) expect(await pendingOf(ownerUrl)).toEqual({ pending: [], steps: [], newer: [] });
});

test('a new installation of a release with migrations does not run those that its schema contains', async () => {
  const empty = await createEmptyDatabase();
  undo.push(() => empty.drop());
  const folder = folderWith(addNote);
  for (const client of [1, 2])
    await migrate(empty.ownerUrl, { folder, waits: { ...waits, applied: (step) => waiting.push(`${client} ${step}`) } });
  expect(waiting).toEqual([`1 ${baselineName}`]);
  const inEmpty = await connect(empty.url);
  expect(await rowsOf(`SELECT name FROM schema_migrations WHERE name > $1`, [baselineName], inEmpty)).toContainEqual({
    name: '900-note.sql',
  });
});

test('each step that is missing is pending', async () => {
  const own = await ownDatabase();
  const inOwn = await connect(own.url);
  const run = <Row>(text: string) => rowsOf<Row>(text, [], inOwn);
  await run('DELETE FROM graphile_worker.migrations WHERE id = (SELECT max(id) FROM graphile_worker.migrations)');
  await run('DROP POLICY service ON orders');
  const [tomorrow] = await run<{ name: string }>(
    `SELECT 'webhook_events_' || to_char(now() AT TIME ZONE 'UTC' + interval '1 day', 'YYYYMMDD') AS name`,
  );
  await run(`DROP TABLE ${tomorrow!.name}`);
  expect((await pendingOf(own.ownerUrl)).steps).toEqual(['the daily partitions', 'the job queue (1 migrations)', 'grants and policies']);
});
