import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cleanUp } from '../../server/delivery/clean-up.ts';
import { startRig, type Rig } from './rig.ts';

let rig: Rig;
let endpointId: string;
beforeAll(async () => {
  rig = await startRig();
});
beforeEach(async () => {
  await rig.rows('TRUNCATE events, deliveries, webhook_failures, delivery_counters, webhook_endpoints CASCADE');
  endpointId = await rig.addEndpoint({ url: 'http://127.0.0.1:9/' });
});
afterAll(() => rig.close());

const run = () => cleanUp(rig.sql, new AbortController().signal);

async function addEvent(age: string): Promise<string> {
  const [row] = await rig.rows(
    `INSERT INTO events (agency_id, type, occurred_at, data, recorded_at) VALUES ($1, 'order.created', now(), '{}', now() - $2::interval) RETURNING id`,
    [rig.agencyId, age],
  );
  return row!.id;
}

const addDelivery = (eventId: string, age: string, status = 'delivered', endpoint = endpointId) =>
  rig.rows(
    `INSERT INTO deliveries (event_id, agency_id, endpoint_id, event_type, generation, status, created_at) VALUES ($1, $2, $3, 'order.created', 1, $4, now() - $5::interval)`,
    [eventId, rig.agencyId, endpoint, status, age],
  );

const addFailure = (eventId: string, age: string, endpoint = endpointId) =>
  rig.rows(
    `INSERT INTO webhook_failures (agency_id, endpoint_id, event_id, event_type, event_created_at, delivery_id, error, failed_at)
     VALUES ($1, $2, $3, 'order.created', now(), uuidv7(), 'timeout', now() - $4::interval)`,
    [rig.agencyId, endpoint, eventId, age],
  );

const count = async (table: string) => (await rig.rows(`SELECT count(*) AS count FROM ${table}`))[0]!.count as number;

test('deliveries and failures go after 30 days, pending ones stay, counters go after 90 days', async () => {
  const event = await addEvent('40 days');
  await addDelivery(event, '30 days 1 minute');
  await addDelivery(event, '31 days', 'failed');
  await addDelivery(event, '31 days', 'pending');
  await addDelivery(event, '29 days 23 hours');
  await addFailure(event, '30 days 1 minute');
  await addFailure(event, '29 days 23 hours');
  await rig.rows(
    `INSERT INTO delivery_counters (endpoint_id, minute, event_type) SELECT $1, now() - age, 'ping' FROM unnest('{90 days 2 minutes,89 days}'::interval[]) age`,
    [endpointId],
  );
  await run();
  expect(await rig.rows('SELECT status FROM deliveries ORDER BY status')).toEqual([{ status: 'delivered' }, { status: 'pending' }]);
  expect(await count('webhook_failures')).toBe(1);
  expect(await count('delivery_counters')).toBe(1);
});

test('an event stays as long as a delivery or a failure needs it', async () => {
  const young = await addEvent('29 days');
  const needless = await addEvent('31 days');
  const delivered = await addEvent('60 days');
  const failed = await addEvent('60 days');
  await addDelivery(delivered, '1 day');
  await addFailure(failed, '29 days');
  await run();
  const left = (await rig.rows('SELECT id FROM events')).map(({ id }) => id);
  expect(new Set(left)).toEqual(new Set([young, delivered, failed]));
  expect(left).not.toContain(needless);
});

test('more than a batch goes in one run, of what belonged to deleted endpoints too', async () => {
  const gone = await rig.addEndpoint({ url: 'http://127.0.0.1:9/' });
  const event = await addEvent('1 day');
  await rig.rows(
    `INSERT INTO deliveries (event_id, agency_id, endpoint_id, event_type, generation, status, created_at)
     SELECT $1, $2, e, 'order.created', 1, 'delivered', now() - interval '40 days' FROM unnest($3::uuid[]) e CROSS JOIN generate_series(1, 2500)`,
    [event, rig.agencyId, [endpointId, gone]],
  );
  await addFailure(event, '1 day', gone);
  await addFailure(event, '1 day');
  await rig.rows(`INSERT INTO delivery_counters (endpoint_id, minute, event_type) VALUES ($1, now(), 'ping'), ($2, now(), 'ping')`, [
    gone,
    endpointId,
  ]);
  await rig.rows('DELETE FROM webhook_endpoints WHERE id = $1', [gone]);
  await run();
  expect(await count('deliveries')).toBe(0);
  expect(await count('webhook_failures')).toBe(1);
  expect(await rig.rows('SELECT endpoint_id FROM delivery_counters')).toEqual([{ endpoint_id: endpointId }]);
});

test('a run that is told to stop stops', async () => {
  const stopped = new AbortController();
  stopped.abort();
  await expect(cleanUp(rig.sql, stopped.signal)).rejects.toThrow();
});
