import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { applyRowLevelSecurity } from '../../server/access/scope/row-level-security.ts';
import { migrate, type MigrateOptions } from '../../server/database/migrate/migrate.ts';
import { endProcesses, RunningProcess, waitUntil } from '../process/service-process.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { migrationsFolderWith, pretendMigrations } from './pretend-release.ts';
import { createReleasedSchema } from './released-schema.ts';
import { schemaOf } from './schema-of.ts';

/** Of the many that add a column to a table, a few. */
const ofFewTables = (text: string) =>
  !/ADD COLUMN/.test(text) || /ALTER TABLE (agencies|orders|delivery_history|webhook_events) /.test(text);
const folder = migrationsFolderWith(Object.fromEntries(Object.entries(pretendMigrations).filter(([, text]) => ofFewTables(text))));
const undo: (() => unknown)[] = [];
let whole: string[];
let present: string[];

/** Tables, roles and policies, with the migrations of the folder or with those of this release alone. */
async function migrateWhole(url: string, options: MigrateOptions = { folder: folder.url }): Promise<void> {
  await migrate(url, options);
  await applyRowLevelSecurity(url);
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  undo.push(() => client.end().catch(() => undefined));
  return client;
}

async function createDatabase(create: () => Promise<TestDatabase> = createTestDatabase): Promise<TestDatabase> {
  const database = await create();
  undo.push(() => database.drop());
  return database;
}

/** Without the views of the tests, which a copy of the run's database has. */
const schemaWithoutViews = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client
    .query('DROP VIEW IF EXISTS all_deliveries, all_failures, insight_history; DROP FUNCTION IF EXISTS id_at')
    .finally(() => client.end());
  return schemaOf(url);
};

async function release(): Promise<void> {
  for (const each of undo.splice(0).reverse()) await each();
}

beforeAll(async () => {
  const database = await createDatabase();
  present = await schemaWithoutViews(database.url);
  await migrateWhole(database.ownerUrl);
  whole = await schemaOf(database.url);
  await release();
});
afterEach(release);
afterAll(async () => {
  await endProcesses();
  folder.remove();
});

/** Ends the session that runs a statement of a number which changes the schema, counted from `killer.at`. */
const killer = `
  CREATE SCHEMA killer;
  CREATE SEQUENCE killer.count;
  CREATE TABLE killer.settings (at bigint);
  INSERT INTO killer.settings VALUES (0);
  CREATE FUNCTION killer.kill() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
    IF nextval('killer.count') = (SELECT at FROM killer.settings) THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
  END $$;
  CREATE EVENT TRIGGER killer ON ddl_command_end EXECUTE FUNCTION killer.kill()`;

/** Migrates, with the session ended at a statement, and at later ones until it succeeds. Returns how often it was ended. */
async function migrateKilled(
  ownerUrl: string,
  client: pg.Client,
  options: MigrateOptions,
  stride: (applied: number) => number,
): Promise<number> {
  await client.query(killer);
  const applied = async () => {
    const { rows } = await client.query<{ has_any: boolean }>(`SELECT to_regclass('schema_migrations') IS NOT NULL AS has_any`);
    return rows[0]!.has_any ? (await client.query('SELECT FROM schema_migrations')).rowCount! : 0;
  };
  let [kills, at, before] = [0, 0, await applied()];
  for (;;) {
    const now = await applied();
    // From the first statement of each migration again.
    at = now > before ? 1 : at + stride(now);
    before = now;
    await client.query(`SELECT setval('killer.count', 1, false)`);
    await client.query('UPDATE killer.settings SET at = $1', [at]);
    const isDone = await migrateWhole(ownerUrl, options).then(
      () => true,
      () => false,
    );
    if (isDone) break;
    kills += 1;
  }
  await client.query('DROP EVENT TRIGGER killer; DROP SCHEMA killer CASCADE');
  return kills;
}

test('the making of a database whose session ends at some statement is repeated by the next run', { timeout: 300_000 }, async () => {
  const { url, ownerUrl } = await createDatabase(createEmptyDatabase);
  expect(await migrateKilled(ownerUrl, await connect(url), {}, () => 29)).toBeGreaterThan(10);
  expect(await schemaOf(url)).toEqual(present);
});

test('a migration whose session ends at any statement is continued by the next run', { timeout: 300_000 }, async () => {
  const { url, ownerUrl } = await createDatabase(createEmptyDatabase);
  await createReleasedSchema(await connect(ownerUrl), ownerUrl);
  const client = await connect(url);
  // Partitions, jobs and policies are many of a kind.
  const all = whole.filter((line) => line.startsWith('migration ')).length;
  expect(await migrateKilled(ownerUrl, client, { folder: folder.url }, (applied) => (applied === all ? 29 : 1))).toBeGreaterThan(15);
  expect(await schemaOf(url)).toEqual(whole);
  expect((await client.query('SELECT note FROM pretend_notes ORDER BY id')).rows).toEqual([{ note: 'once' }, { note: 'twice' }]);
});

test.each(['before', 'after'] as const)(
  'a migration whose connection is lost %s any request is continued by the next run',
  { timeout: 300_000 },
  async (when) => {
    let cuts = 0;
    // Of the first requests every fourth one, others in the other case; then fewer, of many of a kind.
    for (let at = when === 'before' ? 1 : 3, hasCut = true; hasCut; at += at < 24 ? 4 : Math.floor(at / 2)) {
      const { url, ownerUrl, drop } = await createTestDatabase();
      const proxy = await startCuttingProxy(ownerUrl, at, when);
      const isMigrated = await migrateWhole(proxy.url).then(
        () => true,
        () => false,
      );
      hasCut = proxy.hasCut;
      if (hasCut) cuts += 1;
      expect(isMigrated || hasCut).toBe(true);
      await proxy.close();
      await migrateWhole(ownerUrl);
      expect(await schemaWithoutViews(url)).toEqual(whole);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query('SELECT note FROM pretend_notes ORDER BY id');
      await client.end();
      expect(rows).toEqual([{ note: 'once' }, { note: 'twice' }]);
      await drop();
    }
    expect(cuts).toBeGreaterThan(6);
  },
);

test('a migration whose process is killed while it builds an index is continued by the next run', { timeout: 120_000 }, async () => {
  const { url, ownerUrl } = await createDatabase();
  const reader = await connect(ownerUrl);
  for (const index of ['pretend_orders', 'pretend_history']) {
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM pg_class');
    const child = new RunningProcess(process.execPath, ['test/database/migrate-in-child.ts', ownerUrl, folder.url.href], {});
    await waitUntil(() => new RegExp(`waiting the index \\S*${index}`).test(child.stdout), `the wait for ${index}`, 60_000);
    child.kill('SIGKILL');
    await child.exited;
    await reader.query('COMMIT');
    // The server finishes the statement of a client that is gone.
    const sessions = async () =>
      (
        await reader.query(
          `SELECT FROM pg_stat_activity WHERE application_name = 'agency-service migrate' AND datname = current_database()`,
        )
      ).rowCount;
    await waitUntil(async () => (await sessions()) === 0, 'the end of the statement', 30_000);
  }
  await migrateWhole(ownerUrl);
  expect(await schemaWithoutViews(url)).toEqual(whole);
});
