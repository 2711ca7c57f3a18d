import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Keyring } from '../../server/access/encryption/keyring.ts';
import { migrate } from '../../server/database/migrate/migrate.ts';
import { placeOfSecrets } from '../../server/entities/signing-secret.ts';
import { testSecret } from '../delivery/rig.ts';
import { waitUntil } from '../process/service-process.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService } from '../support/service.ts';
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

/** More than one batch of pending deliveries; every tenth was tried once, every hundredth was in flight. */
const pendingCount = 2_300;
const overCount = 20;
const failureCount = 12;

const attempt = `jsonb_build_array(jsonb_build_object('attempted_at', '2026-11-01T00:00:00.000Z', 'status_code', 500, 'duration_ms', 3, 'error', 'http_status', 'response_excerpt', NULL))`;

const oldRows = `
  WITH event AS (
    INSERT INTO events (agency_id, type, creator_id, occurred_at, data)
    SELECT $1, 'order.created', 'c1', now(), json_build_object('id', kind || n, 'n', n)
      FROM (VALUES ('pending', ${pendingCount}), ('over', ${overCount}), ('failed', ${failureCount})) k (kind, count), generate_series(1, count) n
    RETURNING id, data ->> 'id' AS name, (data ->> 'n')::int AS n
  ), delivery AS (
    INSERT INTO deliveries (event_id, agency_id, endpoint_id, event_type, generation, creator_id, status, attempt_count, attempts, next_attempt_at, lease_id, lease_expires_at)
    SELECT id, $1, $2, 'order.created', 1, 'c1',
           CASE WHEN name LIKE 'pending%' THEN 'pending' WHEN name LIKE 'over%' THEN 'delivered' ELSE 'failed' END,
           (n % 10 = 0)::int, CASE WHEN n % 10 = 0 THEN ${attempt} ELSE '[]' END,
           CASE WHEN name LIKE 'pending%' THEN now() END,
           CASE WHEN name LIKE 'pending%' AND n % 100 = 0 THEN gen_random_uuid() END,
           CASE WHEN name LIKE 'pending%' AND n % 100 = 0 THEN now() + interval '20 s' END
      FROM event
    RETURNING id, event_id, status
  )
  INSERT INTO webhook_failures (agency_id, endpoint_id, event_id, event_type, event_created_at, delivery_id, error, attempts, creator_id)
  SELECT $1, $2, event_id, 'order.created', now(), id, 'http_status', ${attempt}, 'c1' FROM delivery WHERE status = 'failed'`;

test('pending deliveries of the previous release are delivered, failures are replayed, and settled ones are listed', async () => {
  const receiver = await startReceiver();
  const encryptionKey = randomBytes(32);
  const [agencyId, endpointId] = [randomUUID(), randomUUID()];
  await migrateUpTo(client, database.url, '020');
  await client.query(`INSERT INTO agencies (id, name) VALUES ($1, 'Old')`, [agencyId]);
  await client.query(
    `INSERT INTO webhook_endpoints (agency_id, id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version)
     VALUES ($1, $2, $3, 'old', $4, $5, '{order.created}', '2026-07-06')`,
    [
      agencyId,
      endpointId,
      receiver.url,
      new Keyring(encryptionKey).encrypt(testSecret, placeOfSecrets(agencyId, endpointId)),
      testSecret.slice(0, 14),
    ],
  );
  await client.query(oldRows, [agencyId, endpointId]);
  await migrate(database.url);

  const service = await startService({ databaseUrl: database.url, encryptionKey });
  try {
    const { api_key: key } = (
      await service.operator('POST', `/operator/v1/agencies/${agencyId}/keys`, {
        label: 'k',
        scopes: ['read:webhooks', 'write:webhooks'],
      })
    ).body;
    const read = async (path: string) => {
      const answer = await service.request('GET', `/v1/webhooks/${endpointId}${path}`, { key });
      expect(answer.status).toBe(200);
      return answer.body;
    };
    await receiver.waitFor(pendingCount, 60_000);
    const names = () => new Set(receiver.received.map(({ event }) => event.data.id as string));
    expect(names().size).toBe(pendingCount);
    expect(receiver.received).toHaveLength(pendingCount);

    const failures = (await read('/failures?limit=100')).data as { id: string; attempts: object[] }[];
    expect(failures).toHaveLength(failureCount);
    expect(failures[0]!.attempts).toMatchObject([{ status_code: 500 }]);
    const over = async () => (await read('/deliveries?limit=100&statuses=delivered')).data as { status: string }[];
    await waitUntil(async () => (await over()).length === 100, 'the list of deliveries');
    const replayed = await service.request('POST', `/v1/webhooks/${endpointId}/failures/replay`, { key });
    expect(replayed).toMatchObject({ status: 202, body: { replayed_count: failureCount } });
    await receiver.waitFor(pendingCount + failureCount, 20_000);
    expect([...names()].filter((name) => name.startsWith('failed'))).toHaveLength(failureCount);
    expect([...names()].filter((name) => name.startsWith('over'))).toEqual([]);

    const left = await client.query(`SELECT FROM former_deliveries WHERE status = 'pending' UNION ALL SELECT FROM former_failures`);
    expect(left.rowCount).toBe(0);
  } finally {
    await service.close();
    await receiver.close();
  }
}, 120_000);
