import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { migrate } from '../../server/database/migrate/migrate.ts';

/** A database as an installation has it that stopped before a migration. */
async function withDatabaseBefore(migration: string, work: (client: pg.Client, url: string) => Promise<void>): Promise<void> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const administrator = new pg.Client({ connectionString: inject('postgresUrl') });
  await administrator.connect();
  await administrator.query(`CREATE DATABASE ${name}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query('CREATE TABLE schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())');
    const files = (await readdir('server/migrations')).filter((file) => file < migration).sort();
    for (const file of files) {
      await client.query(await readFile(`server/migrations/${file}`, 'utf8'));
      await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [file]);
    }
    await work(client, url.href);
  } finally {
    await client.end();
    await administrator.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await administrator.end();
  }
}

test('secrets from before a rotation keep the time that they were promised', async () => {
  await withDatabaseBefore('007-earlier-secrets.sql', async (client, url) => {
    await client.query(`
      WITH agency AS (INSERT INTO agencies (name) VALUES ('Agency') RETURNING id)
      INSERT INTO webhook_endpoints
        (agency_id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version, previous_secret_ciphertext, previous_secret_expires_at)
      SELECT agency.id, 'https://hooks.example.com', label, 'current', 'svc_whsec_', '{order.created}', '2026-07-06', previous::bytea, expires_at::timestamptz
        FROM agency, (VALUES ('none', NULL, NULL), ('lives', 'previous', '2100-01-01Z'), ('over', 'previous', '2000-01-01Z')) AS e (label, previous, expires_at)`);
    await migrate(url);
    const { rows } = await client.query(
      'SELECT label, secret_ciphertext, earlier_secret_ciphertexts, earlier_secrets_expire_at FROM webhook_endpoints ORDER BY label',
    );
    const current = Buffer.from('current');
    expect(rows).toEqual([
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
});

test('agencies from before quotas have them, with what they have already', async () => {
  await withDatabaseBefore('050-quotas.sql', async (client, url) => {
    await client.query(`
      INSERT INTO agencies (name) VALUES ('Full'), ('Empty');
      INSERT INTO creators (agency_id, id, name, account_id) SELECT id, 'c1', 'c', 'a1' FROM agencies WHERE name = 'Full';
      INSERT INTO fans (agency_id, account_id, fan_id, creator_id, subscription_status, is_online, related_at)
      SELECT agency_id, 'a1', 'f1', 'c1', 'interested', true, now() FROM creators;
      INSERT INTO api_keys (agency_id, label, prefix, key_hash, scopes) SELECT agency_id, '', '', sha256(''), '{}' FROM creators;
      INSERT INTO insight_edits (agency_id, account_id, fan_id, previous_note, key_id)
      SELECT agency_id, 'a1', 'f1', text, id FROM api_keys, unnest(ARRAY['', 'é', repeat('x', 10000)]) text;
      INSERT INTO publications (agency_id, creator_id, status) SELECT agency_id, 'c1', status FROM creators, unnest(ARRAY['scheduled', 'failed', 'scheduled']) status`);
    await migrate(url);
    const { rows } = await client.query(
      `SELECT a.name, q.insight_history_bytes_used::int AS bytes, q.scheduled_publications_used::int AS publications
         FROM agency_quotas q JOIN agencies a ON a.id = q.agency_id ORDER BY a.name`,
    );
    expect(rows).toEqual([
      { name: 'Empty', bytes: 0, publications: 0 },
      { name: 'Full', bytes: 3 * 256 + 2 + 10_000, publications: 2 },
    ]);
  });
});

test('history from before its quota is counted by the day', async () => {
  await withDatabaseBefore('110-history-quota.sql', async (client, url) => {
    await client.query(`
      INSERT INTO agencies (name) VALUES ('Agency');
      CREATE TABLE delivery_history_20200101 PARTITION OF delivery_history FOR VALUES FROM (first_id_at('2020-01-01Z')) TO (first_id_at('2020-01-02Z'));
      CREATE TABLE delivery_history_20200102 PARTITION OF delivery_history FOR VALUES FROM (first_id_at('2020-01-02Z')) TO (first_id_at('2020-01-03Z'));
      INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, attempts)
      SELECT a.id, uuidv7(), 'order.created', 'delivered', (lpad(to_hex(extract(epoch FROM day)::bigint * 1000), 12, '0') || '700080000000000' || lpad(n::text, 5, '0'))::uuid, uuidv7(), ARRAY['{"n":1}']
        FROM agencies a, (VALUES (1, timestamptz '2020-01-01T23:59:59Z'), (2, '2020-01-02T00:00:00Z'), (3, '2020-01-02T12:00:00Z')) AS made (n, day)`);
    await migrate(url);
    const { rows } = await client.query(`SELECT to_char(day, 'YYYY-MM-DD') AS day, delivery_bytes::int FROM history_days ORDER BY day`);
    expect(rows).toEqual([
      { day: '2020-01-01', delivery_bytes: 391 },
      { day: '2020-01-02', delivery_bytes: 782 },
    ]);
  });
});
