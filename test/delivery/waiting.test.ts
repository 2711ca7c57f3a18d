import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DeliveryConnection } from '../../server/delivery/record/connection.ts';
import { placeOfSecrets } from '../../server/entities/signing-secret.ts';
import { sweep } from '../../server/delivery/claim/sweep.ts';
import { createTestDatabase } from '../support/database.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { StatementWatch } from '../support/statement-watch.ts';
import { startRig, testSecret, type Rig } from './rig.ts';

const busyCount = 100;
const waitingCount = 10_000;
const rounds = 2;

const allStatements = '';
const claimText = 'capacity AS MATERIALIZED';
const recordText = 'finished AS MATERIALIZED';
const sweepText = 'AS endpoints';

let rig: Rig;
let watch: StatementWatch;
let receiver: Receiver;
/** What it sends is not counted. */
let client: pg.Client;
beforeAll(async () => {
  const database = await createTestDatabase();
  watch = await StatementWatch.over(database.url);
  rig = await startRig(database);
  receiver = await startReceiver();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('SET pg_stat_statements.track = none');
  const ids = Array.from({ length: busyCount }, () => randomUUID());
  const secrets = ids.map((id) => rig.keyring.encrypt(testSecret, placeOfSecrets(rig.agencyId, id)));
  await client.query(
    `INSERT INTO webhook_endpoints (agency_id, id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version)
     SELECT $1, id, $2, 'busy', secret, '', '{order.created}', '2026-07-06' FROM unnest($3::uuid[], $4::bytea[]) AS e (id, secret)`,
    [rig.agencyId, receiver.url, ids, secrets],
  );
});
afterAll(async () => {
  await Promise.all([watch.close(), client.end()]);
  await rig.close();
  await receiver.close();
});

/** Endpoints of agencies of their own, each with a delivery that is due tomorrow. */
const addWaiting = () =>
  client.query(`
    WITH agency AS (INSERT INTO agencies (name) SELECT 'Agency' FROM generate_series(1, ${waitingCount / 10}) RETURNING id),
    endpoint AS (
      INSERT INTO webhook_endpoints (agency_id, id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version)
      SELECT agency.id, uuidv7(), 'http://127.0.0.1:9/', 'waiting', '', '', '{order.created}', '2026-07-06' FROM agency, generate_series(1, 10)
      RETURNING agency_id, id
    )
    INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, occurred_at, generation, due_at)
    SELECT agency_id, id, 'order.created', uuidv7(), now(), 1, now() + interval '1 day' FROM endpoint`);

/** Each busy endpoint has something due, without a notification. */
const queueForBusy = () =>
  client.query(`
    INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, occurred_at, generation, due_at, data)
    SELECT agency_id, id, 'order.created', uuidv7(), now(), generation, now(), '{}' FROM webhook_endpoints WHERE label = 'busy'`);

/** What a deliverer reads while the busy endpoints have something due again and again. */
async function costOfSweeping(): Promise<{ statementsPerSweep: number; buffersPerSweep: number; buffersPerDelivery: number }> {
  await client.query('ANALYZE');
  await watch.reset();
  const deliverer = rig.deliver({ sweepMs: 50 });
  for (let round = 0; round < rounds; round++) {
    receiver.received.length = 0;
    await queueForBusy();
    await receiver.waitFor(busyCount, 30_000);
    await sleep(300);
  }
  // With so many sweeps, statements that a deliverer sends once hardly add to the mean.
  await expect.poll(async () => (await watch.costs(sweepText))[0].calls, { timeout: 30_000 }).toBeGreaterThanOrEqual(20);
  const [all, claims, records, sweeps] = await watch.costs(allStatements, claimText, recordText, sweepText);
  await deliverer.stop();
  const buffers = claims.buffers + records.buffers;
  return {
    statementsPerSweep: (all.calls - claims.calls - records.calls) / sweeps.calls,
    buffersPerSweep: (all.buffers - buffers) / sweeps.calls,
    buffersPerDelivery: buffers / (rounds * busyCount),
  };
}

test('10,000 endpoints that wait for tomorrow cost sweeps and claims nothing', async () => {
  const alone = await costOfSweeping();
  await addWaiting();
  const beside = await costOfSweeping();
  const { rows } = await client.query<{ pages: number }>(`SELECT pg_relation_size('delivery_queue')::int / 8192 AS pages`);
  const pages = rows[0]!.pages;
  const figures = JSON.stringify({ alone, beside, pages });
  expect(pages, figures).toBeGreaterThan(150);
  // A sweep that scanned the waiting deliveries would read all of these pages.
  expect(beside.buffersPerSweep, figures).toBeLessThan(pages / 2);
  expect(beside.statementsPerSweep, figures).toBeLessThan(alone.statementsPerSweep + 1);
  expect(beside.buffersPerDelivery, figures).toBeLessThan(1.5 * alone.buffersPerDelivery);
});

test('consecutive queries skip no endpoint, however many deliveries became due in one instant', async () => {
  const connection = new DeliveryConnection(rig.sql.pool);
  const ids = [await rig.addEndpoint({ url: receiver.url }), await rig.addEndpoint({ url: receiver.url })] as const;
  await client.query(
    `INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, occurred_at, generation, due_at, data)
     SELECT $1, CASE WHEN n <= 5000 THEN $2::uuid ELSE $3 END, 'order.created', uuidv7(), now(), 1, now(), '{}' FROM generate_series(1, 5001) n`,
    [rig.agencyId, ...ids],
  );
  const named = new Set<string>();
  for (let at = 0, isOver = false; !isOver;) {
    const { endpoints, reachedMicros, nowMicros } = await sweep(connection, at);
    for (const { endpointId } of endpoints) named.add(endpointId);
    isOver = reachedMicros >= nowMicros;
    at = reachedMicros;
  }
  await connection.close();
  expect(ids.every((id) => named.has(id))).toBe(true);
});
