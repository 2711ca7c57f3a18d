import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../server/database/migrate/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';

/** Rows as an installation has them that stopped before a migration, by its name. */
const written: Readonly<Record<string, string>> = {
  '007-earlier-secrets.sql': `
    WITH agency AS (INSERT INTO agencies (name) VALUES ('Secrets') RETURNING id)
    INSERT INTO webhook_endpoints
      (agency_id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version, previous_secret_ciphertext, previous_secret_expires_at)
    SELECT agency.id, 'https://hooks.example.com', label, 'current', 'svc_whsec_', '{order.created}', '2026-07-06', previous::bytea, expires_at::timestamptz
      FROM agency, (VALUES ('none', NULL, NULL), ('lives', 'previous', '2100-01-01Z'), ('over', 'previous', '2000-01-01Z')) AS e (label, previous, expires_at)`,
  '050-quotas.sql': `
    INSERT INTO agencies (name) VALUES ('Full'), ('Empty');
    INSERT INTO creators (agency_id, id, name, account_id) SELECT id, 'c1', 'c', 'a1' FROM agencies WHERE name = 'Full';
    INSERT INTO fans (agency_id, account_id, fan_id, creator_id, subscription_status, is_online, related_at)
    SELECT agency_id, 'a1', 'f1', 'c1', 'interested', true, now() FROM creators;
    INSERT INTO api_keys (agency_id, label, prefix, key_hash, scopes) SELECT agency_id, '', '', sha256(''), '{}' FROM creators;
    INSERT INTO insight_edits (agency_id, account_id, fan_id, previous_note, key_id)
    SELECT agency_id, 'a1', 'f1', text, id FROM api_keys, unnest(ARRAY['', 'é', repeat('x', 10000)]) text;
    INSERT INTO publications (agency_id, creator_id, status) SELECT agency_id, 'c1', status FROM creators, unnest(ARRAY['scheduled', 'failed', 'scheduled']) status`,
  '110-history-quota.sql': `
    CREATE TABLE delivery_history_20200101 PARTITION OF delivery_history FOR VALUES FROM (first_id_at('2020-01-01Z')) TO (first_id_at('2020-01-02Z'));
    CREATE TABLE delivery_history_20200102 PARTITION OF delivery_history FOR VALUES FROM (first_id_at('2020-01-02Z')) TO (first_id_at('2020-01-03Z'));
    INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, attempts)
    SELECT a.id, uuidv7(), 'order.created', 'delivered', (lpad(to_hex(extract(epoch FROM day)::bigint * 1000), 12, '0') || '700080000000000' || lpad(n::text, 5, '0'))::uuid, uuidv7(), ARRAY['{"n":1}']
      FROM agencies a, (VALUES (1, timestamptz '2020-01-01T23:59:59Z'), (2, '2020-01-02T00:00:00Z'), (3, '2020-01-02T12:00:00Z')) AS made (n, day)
     WHERE a.name = 'Empty'`,
};

let database: TestDatabase;
let client: pg.Client;

/** Each migration in its order; before some of them, the rows. */
beforeAll(async () => {
  database = await createEmptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('CREATE TABLE schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())');
  const last = Object.keys(written).at(-1)!;
  for (const file of (await readdir('server/migrations')).filter((name) => name <= last).sort()) {
    if (written[file] !== undefined) await client.query(written[file]);
    if (file === last) break;
    await client.query(await readFile(`server/migrations/${file}`, 'utf8'));
    await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [file]);
  }
  await migrate(database.url);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const rowsOf = async (text: string) => (await client.query(text)).rows as unknown[];

test('secrets from before a rotation keep the time that they were promised', async () => {
  const current = Buffer.from('current');
  expect(
    await rowsOf(
      'SELECT label, secret_ciphertext, earlier_secret_ciphertexts, earlier_secrets_expire_at FROM webhook_endpoints ORDER BY label',
    ),
  ).toEqual([
    {
      label: 'lives',
      secret_ciphertext: current,
      earlier_secret_ciphertexts: [Buffer.from('previous')],
      earlier_secrets_expire_at: [new Date('2100-01-01T00:00:00Z')],
    },
    { label: 'none', secret_ciphertext: current, earlier_secret_ciphertexts: [], earlier_secrets_expire_at: [] },
    { label: 'over', secret_ciphertext: current, earlier_secret_ciphertexts: [], earlier_secrets_expire_at: [] },
  ]);
});

test('agencies from before quotas have them, with what they have already', async () => {
  expect(
    await rowsOf(
      `SELECT a.name, q.insight_history_bytes_used::int AS bytes, q.scheduled_publications_used::int AS publications
         FROM agency_quotas q JOIN agencies a ON a.id = q.agency_id WHERE a.name IN ('Full', 'Empty') ORDER BY a.name`,
    ),
  ).toEqual([
    { name: 'Empty', bytes: 0, publications: 0 },
    { name: 'Full', bytes: 3 * 256 + 2 + 10_000, publications: 2 },
  ]);
});

test('history from before its quota is counted by the day', async () => {
  expect(await rowsOf(`SELECT to_char(day, 'YYYY-MM-DD') AS day, delivery_bytes::int FROM history_days ORDER BY day`)).toEqual([
    { day: '2020-01-01', delivery_bytes: 391 },
    { day: '2020-01-02', delivery_bytes: 782 },
  ]);
});
