import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cleanUp } from '../../server/delivery/upkeep/clean-up.ts';
import { startRig, type Rig } from './rig.ts';

let rig: Rig;
let endpointId: string;
beforeAll(async () => {
  rig = await startRig();
});
beforeEach(async () => {
  await rig.empty('webhook_events', 'delivery_queue', 'delivery_history', 'delivery_failures', 'delivery_minutes', 'delivery_hours');
  await rig.empty('webhook_endpoints');
  // As the migration leaves it.
  await rig.rows(`UPDATE delivery_hours_progress SET rolled_up_to = date_trunc('hour', now() - interval '91 days')`);
  endpointId = await rig.addEndpoint({ url: 'http://127.0.0.1:9/' });
});
afterAll(() => rig.close());

const run = () => cleanUp(rig.sql, new AbortController().signal);

const addDeliveries = (count: number, endpoint = endpointId, age = '1 day') =>
  rig.rows(
    `INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, attempts)
     SELECT $1, $2, 'order.created', 'delivered', uuidv7(- $4::interval), uuidv7(), '{}' FROM generate_series(1, $3::int)`,
    [rig.agencyId, endpoint, count, age],
  );

const countMinute = (endpoint: string, age: string, delivered = 1) =>
  rig.rows(
    `INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, delivered_count, failed_count)
     VALUES ($1, $2, date_trunc('minute', now() - $3::interval), 'ping', $4, 1)`,
    [rig.agencyId, endpoint, age, delivered],
  );

const count = async (table: string) => (await rig.rows(`SELECT count(*) AS count FROM ${table}`))[0]!.count as number;

test('counters go after 90 days, and are summed by the hour before', async () => {
  await countMinute(endpointId, '90 days 2 minutes');
  await countMinute(endpointId, '89 days', 3);
  await countMinute(endpointId, '10 seconds', 5);
  await run();
  expect((await rig.rows('SELECT delivered_count FROM delivery_minutes ORDER BY minute')).map((row) => row.delivered_count)).toEqual([
    3, 5,
  ]);
  // The present hour is not whole yet.
  expect((await rig.rows('SELECT delivered_count FROM delivery_hours ORDER BY hour')).map((row) => row.delivered_count)).toEqual([1, 3]);
  await run();
  expect(await count('delivery_hours')).toBe(2);
});

test('changes of receivers go after 90 days, and with their endpoint', async () => {
  const gone = await rig.addEndpoint({ url: 'http://127.0.0.1:9/' });
  await rig.rows(
    `INSERT INTO receiver_changes (agency_id, endpoint_id, slot, kind, accepted_at, failed_at)
     SELECT $1, endpoint_id, slot, 'address', slot, slot
       FROM unnest($2::uuid[]) AS endpoint_id, unnest(ARRAY[now() - interval '91 days', now() - interval '89 days']) AS slot`,
    [rig.agencyId, [endpointId, gone]],
  );
  await rig.rows('DELETE FROM webhook_endpoints WHERE id = $1', [gone]);
  await run();
  expect(await rig.rows(`SELECT endpoint_id FROM receiver_changes WHERE slot > now() - interval '90 days'`)).toEqual([
    { endpoint_id: endpointId },
  ]);
  expect(await count('receiver_changes')).toBe(1);
});

test('failed attempts by their outcome, and counts of pending deliveries, go after 90 days, and with their endpoint', async () => {
  const gone = await rig.addEndpoint({ url: 'http://127.0.0.1:9/' });
  await rig.rows(
    `INSERT INTO failed_attempts (agency_id, endpoint_id, hour, code, error, counts)
     SELECT $1, endpoint_id, hour, '500', 'http_status', '{1}'
       FROM unnest($2::uuid[]) AS endpoint_id, unnest(ARRAY[now() - interval '91 days', now() - interval '89 days']) AS hour`,
    [rig.agencyId, [endpointId, gone]],
  );
  await rig.rows(
    `INSERT INTO pending_minutes (agency_id, endpoint_id, minute, pending_count)
     SELECT $1, endpoint_id, minute, 1
       FROM unnest($2::uuid[]) AS endpoint_id, unnest(ARRAY[now() - interval '91 days', now() - interval '89 days']) AS minute`,
    [rig.agencyId, [endpointId, gone]],
  );
  await rig.rows('DELETE FROM webhook_endpoints WHERE id = $1', [gone]);
  await run();
  expect(await rig.rows(`SELECT endpoint_id, minute > now() - interval '90 days' AS is_recent FROM pending_minutes`)).toEqual([
    { endpoint_id: endpointId, is_recent: true },
  ]);
  expect(await rig.rows(`SELECT endpoint_id, hour > now() - interval '90 days' AS is_recent FROM failed_attempts`)).toEqual([
    { endpoint_id: endpointId, is_recent: true },
  ]);
});

test('one run removes more than a batch of rows of deleted endpoints', async () => {
  const gone = await rig.addEndpoint({ url: 'http://127.0.0.1:9/' });
  await addDeliveries(1_250, gone);
  await addDeliveries(1_250, gone, '12 days');
  await addDeliveries(3);
  await rig.fail(gone, 1_100);
  await rig.fail(endpointId, 1);
  await rig.queue(gone, 1_100);
  await countMinute(gone, '1 day');
  await countMinute(endpointId, '1 day');
  await rig.rows('DELETE FROM webhook_endpoints WHERE id = $1', [gone]);
  await run();
  expect(await count('delivery_history')).toBe(3);
  expect(await count('delivery_failures')).toBe(1);
  expect(await count('delivery_queue')).toBe(0);
  expect(await rig.rows('SELECT endpoint_id FROM delivery_minutes')).toEqual([{ endpoint_id: endpointId }]);
});

test('a run stops on its signal', async () => {
  const stopped = new AbortController();
  stopped.abort();
  await expect(cleanUp(rig.sql, stopped.signal)).rejects.toThrow();
});
