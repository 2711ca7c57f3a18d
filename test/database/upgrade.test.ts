import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Keyring } from '../../server/access/encryption/keyring.ts';
import { hashApiKey, newApiKey } from '../../server/access/keys/api-keys.ts';
import { migrate } from '../../server/database/migrate/migrate.ts';
import { makePartitions, planPartitions } from '../../server/database/partitions/partitions.ts';
import { rowsOf } from '../../server/database/client/run-statement.ts';
import { placeOfSecrets } from '../../server/entities/signing-secret.ts';
import { testSecret } from '../delivery/rig.ts';
import { waitUntil } from '../process/service-process.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService } from '../support/service.ts';
import { createReleasedSchema } from './released-schema.ts';

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

const pendingCount = 40;
const deliveredCount = 20;
const failureCount = 12;
const noteCount = 30;

const attempt = `'{"attempted_at":"2026-11-01T00:00:00.000Z","status_code":500,"duration_ms":3,"error":"http_status","error_detail":null,"response_excerpt":null}'`;

/** $1: the agency, $2: its endpoint. Every tenth pending delivery was tried once; every twentieth was in flight when its process died. */
const deliveries = `
  WITH made AS MATERIALIZED (
    SELECT kind, n, uuidv7() AS event_id, uuidv7() AS id, json_build_object('id', kind || n) AS data
      FROM (VALUES ('pending', ${pendingCount}), ('delivered', ${deliveredCount}), ('failed', ${failureCount})) k (kind, count), generate_series(1, count) n
  ), event AS (
    INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data) SELECT $1, event_id, 'order.created', 'c1', now(), data FROM made
  ), pending AS (
    INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, generation, attempt_count, attempts, is_suspect)
    SELECT $1, $2, 'order.created', id, event_id, 'c1', now(), 1, (n % 10 = 0)::int, CASE WHEN n % 10 = 0 THEN ARRAY[${attempt}] ELSE '{}' END, n % 20 = 0
      FROM made WHERE kind = 'pending'
  ), over AS (
    INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts)
    SELECT $1, $2, 'order.created', kind, id, event_id, 'c1', ARRAY[${attempt}] FROM made WHERE kind <> 'pending'
  )
  INSERT INTO delivery_failures (agency_id, endpoint_id, event_type, event_id, creator_id, occurred_at, delivery_id, error, attempts, data)
  SELECT $1, $2, 'order.created', event_id, 'c1', now(), id, 'http_status', ARRAY[${attempt}], data FROM made WHERE kind = 'failed'`;

/** $1: the agency, $2: its key. */
const restOfAgency = [
  `INSERT INTO creators (agency_id, id, name, account_id) VALUES ($1, 'c1', 'c1', 'a1')`,
  `INSERT INTO orders (agency_id, id, amount_cents, order_type, created_at, fan_id, account_id, creator_id)
   VALUES ($1, 'o1', 1250, 'tip', now() - interval '1 day', 'f1', 'a1', 'c1')`,
  `INSERT INTO fans (agency_id, account_id, fan_id, creator_id, subscription_status, is_online, related_at) VALUES ($1, 'a1', 'f1', 'c1', 'interested', false, now())`,
  `INSERT INTO insights (agency_id, account_id, fan_id, note, etag) VALUES ($1, 'a1', 'f1', 'note ${noteCount}', gen_random_uuid())`,
  `INSERT INTO insight_edits (agency_id, account_id, fan_id, previous_note, key_id, edited_at)
   SELECT $1, 'a1', 'f1', CASE WHEN n = 1 THEN '' ELSE 'note ' || n - 1 END, $2, now() - interval '1 minute' * (${noteCount} - n)
     FROM generate_series(1, ${noteCount}) n`,
  `INSERT INTO publications (agency_id, creator_id, text, status, scheduled_at, published_at)
   SELECT $1, 'c1', s, s, CASE WHEN s = 'scheduled' THEN now() - interval '1 minute' END, CASE WHEN s = 'published' THEN now() END
     FROM unnest('{scheduled,published}'::text[]) s`,
];

const agencyId = randomUUID();
const endpointId = randomUUID();
const keyId = randomUUID();

/** An installation of release 1.0.0, with a key and what its code stored. */
async function makeInstallation({ url, key, encryptionKey }: { url: string; key: string; encryptionKey: Buffer }): Promise<void> {
  await createReleasedSchema(client, database.url);
  await makePartitions({ query: (statement) => rowsOf(client, statement) }, planPartitions(Date.now()));
  await client.query(`INSERT INTO agencies (id, name) VALUES ($1, 'Old')`, [agencyId]);
  await client.query(
    `INSERT INTO api_keys (agency_id, id, label, prefix, key_hash, scopes)
     VALUES ($1, $2, 'k', $3, $4, '{read:webhooks,write:webhooks,read:orders,read:creators,read:insights,read:publications}')`,
    [agencyId, keyId, key.slice(0, 13), hashApiKey(key)],
  );
  const secret = new Keyring(encryptionKey).encrypt(testSecret, placeOfSecrets(agencyId, endpointId));
  await client.query(
    `INSERT INTO webhook_endpoints (agency_id, id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version)
     VALUES ($1, $2, $3, 'old', $4, $5, '{order.created}', '2026-07-06')`,
    [agencyId, endpointId, url, secret, testSecret.slice(0, 14)],
  );
  for (const text of restOfAgency) await client.query(text, text.includes('$2') ? [agencyId, keyId] : [agencyId]);
  await client.query(deliveries, [agencyId, endpointId]);
}

const edits = async () => (await client.query('SELECT id, previous_note FROM insight_edits ORDER BY edited_at, id')).rows as unknown[];

test('an installation of release 1.0.0 comes up with its data: what is pending is delivered, and everything else is shown', async () => {
  const receiver = await startReceiver();
  const encryptionKey = randomBytes(32);
  const key = newApiKey();
  await makeInstallation({ url: receiver.url, key, encryptionKey });
  const notesBefore = await edits();
  expect(notesBefore).toHaveLength(noteCount);

  await migrate(database.url);
  const service = await startService({ databaseUrl: database.url, encryptionKey });
  try {
    const read = async (path: string) => {
      const answer = await service.request('GET', path, { key });
      expect(answer.status, path).toBe(200);
      return answer.body;
    };
    const ofEndpoint = (path: string) => read(`/v1/webhooks/${endpointId}${path}`);
    await receiver.waitFor(pendingCount, 60_000);
    const names = () => receiver.received.map(({ event }) => event.data.id as string);
    expect(new Set(names())).toEqual(new Set(Array.from({ length: pendingCount }, (_, n) => `pending${n + 1}`)));
    const { headers, body } = receiver.received[0]!;
    const timestamp = String(headers['service-signature-timestamp']);
    expect(headers['service-signature']).toBe(`v1=${createHmac('sha256', testSecret).update(`${timestamp}.${body}`).digest('hex')}`);

    const delivered = async () => (await ofEndpoint('/deliveries?limit=100&statuses=delivered')).data as object[];
    await waitUntil(async () => (await delivered()).length === pendingCount + deliveredCount, 'the list of deliveries');
    const failures = (await ofEndpoint('/failures?limit=100')).data as { attempts: object[] }[];
    expect(failures).toHaveLength(failureCount);
    expect(failures[0]!.attempts).toMatchObject([{ status_code: 500 }]);
    const replayed = await service.request('POST', `/v1/webhooks/${endpointId}/failures/replay`, { key });
    expect(replayed).toMatchObject({ status: 202, body: { replayed_count: failureCount } });
    await receiver.waitFor(pendingCount + failureCount, 20_000);
    expect(names().filter((name) => name.startsWith('failed'))).toHaveLength(failureCount);
    expect(names().filter((name) => name.startsWith('delivered'))).toEqual([]);

    expect((await read('/v1/orders?limit=10')).data).toMatchObject([{ id: 'o1', amount_cents: 1250 }]);
    expect((await read('/v1/creators')).data).toMatchObject([{ id: 'c1' }]);
    expect(await read('/v1/accounts/a1/fans/f1/insight')).toMatchObject({ note: `note ${noteCount}` });
    expect(await edits()).toEqual(notesBefore);
    expect((await service.operator('POST', '/operator/v1/publications/claims')).body.data).toMatchObject([
      { publication: { text: 'scheduled' } },
    ]);
    expect((await read('/v1/publications')).data).toHaveLength(2);
  } finally {
    await service.close();
    await receiver.close();
  }
}, 120_000);
