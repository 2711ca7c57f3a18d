import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../server/database/migrate/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { startService } from '../support/service.ts';
import { waitUntil } from '../process/service-process.ts';
import { migrateUpTo } from './earlier-release.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createEmptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const oldRows = `
  INSERT INTO agencies (name) VALUES ('Old');
  INSERT INTO api_keys (agency_id, label, prefix, key_hash, scopes) SELECT id, 'k', 'svc_live_', sha256('k'), '{}' FROM agencies;
  INSERT INTO creators (agency_id, id, name, account_id) SELECT id, 'c1', 'c1', 'a1' FROM agencies;
  INSERT INTO fans (agency_id, account_id, fan_id, creator_id, subscription_status, is_online, related_at)
  SELECT id, 'a1', 'f' || n, 'c1', 'interested', false, now() FROM agencies, generate_series(1, 2) n;
  INSERT INTO insights (agency_id, account_id, fan_id, note, etag) SELECT id, 'a1', 'f' || n, 'note 150', gen_random_uuid() FROM agencies, generate_series(1, 2) n;
  INSERT INTO insight_edits (agency_id, account_id, fan_id, note, previous_note, key_id, edited_at)
  SELECT a.id, 'a1', 'f' || f, 'note ' || n, CASE WHEN n = 1 THEN '' ELSE 'note ' || n - 1 END, k.id, now() - interval '1 minute' * (150 - n)
    FROM agencies a, api_keys k, generate_series(1, 150) n, generate_series(1, 2) f;
  INSERT INTO publications (agency_id, creator_id, text, status, scheduled_at, published_at)
  SELECT id, 'c1', s, s, CASE WHEN s = 'scheduled' THEN now() - interval '1 minute' END, CASE WHEN s = 'published' THEN now() END
    FROM agencies, unnest('{scheduled,published}'::text[]) s;
  SELECT graphile_worker.add_job('publish_publications', run_at => now() - interval '1 minute', job_key => 'publish_publications:1');
  SELECT graphile_worker.add_job('publish_publications', run_at => now() + interval '1 year', job_key => 'publish_publications:2')`;

const edits = async (table: string) =>
  (await client.query(`SELECT id, note, previous_note FROM ${table} ORDER BY fan_id, edited_at, id`)).rows as unknown[];

test('an installation of an earlier release keeps its publications and edits, and loses its needless jobs', async () => {
  await migrateUpTo(client, database.url, '012');
  await client.query(oldRows);
  const before = await edits('insight_edits');
  expect(before).toHaveLength(300);
  await migrate(database.url);
  expect(await edits('insight_history')).toEqual(before);

  const service = await startService({ databaseUrl: database.url });
  const publications = async () => (await client.query('SELECT text, status FROM publications ORDER BY text')).rows as unknown[];
  const unchanged = [
    { text: 'published', status: 'published' },
    { text: 'scheduled', status: 'scheduled' },
  ];
  expect(await publications()).toEqual(unchanged);
  const { data } = (await service.operator('POST', '/operator/v1/publications/claims')).body;
  expect(data).toMatchObject([{ publication: { text: 'scheduled' } }]);
  const left = async () => {
    const { rows } = await client.query<{ jobs: number; edits: number }>(
      `SELECT (SELECT count(*)::int FROM graphile_worker.jobs WHERE task_identifier = 'publish_publications') AS jobs,
              (SELECT count(*)::int FROM insight_edits) AS edits`,
    );
    return rows[0]!;
  };
  await waitUntil(async () => (await left()).jobs === 0 && (await left()).edits === 200, 'the removal of obsolete rows');
  expect(await edits('insight_history')).toEqual([...before.slice(50, 150), ...before.slice(200, 300)]);
  expect(await publications()).toEqual(unchanged);
  await service.close();
});
