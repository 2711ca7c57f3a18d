import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { findOrphaned, releaseOrphaned, type HeldDelivery } from '../../server/delivery/upkeep/orphaned-deliveries.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startRig, type Rig } from './rig.ts';

let rig: Rig;
let receiver: Receiver;
let endpointId: string;
/** Of a living process: no other one claims the deliveries under it. */
let lease: number;

beforeAll(async () => {
  rig = await startRig();
  receiver = await startReceiver();
  endpointId = await rig.addEndpoint({ url: receiver.url });
  rig.deliver();
  const opened = await rig.until<{ id: number }>('SELECT id FROM delivery_leases');
  lease = opened.id;
});
beforeEach(() => {
  receiver.received.length = 0;
});
afterEach(async () => {
  await rig.rows('DELETE FROM delivery_queue');
  await rig.rows('DELETE FROM graphile_worker._private_jobs');
});
afterAll(async () => {
  await rig.close();
  await receiver.close();
});

const find = () => findOrphaned(rig.sql);
const jobs = () =>
  rig.rows<{ payload: HeldDelivery[]; wait_seconds: number }>(
    `SELECT payload, round(extract(epoch FROM run_at - now()))::int AS wait_seconds FROM graphile_worker._private_jobs`,
  );
const release = async () => {
  const [job] = await jobs();
  return (await releaseOrphaned(rig.sql, job!.payload)).map(({ delivery_id }) => delivery_id);
};

/** Leased by the process, which has not heard of them. */
async function lose(count: number, dueAgo = '2 minutes'): Promise<string[]> {
  const rows = await rig.rows<{ id: string }>(
    `WITH fact AS MATERIALIZED (SELECT uuidv7() AS id FROM generate_series(1, $3::int)), event AS (
       INSERT INTO webhook_events (agency_id, id, type, occurred_at, data) SELECT $1, id, 'order.created', now(), '{"id":"o1"}' FROM fact
     )
     INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, occurred_at, generation, lease, attempt_count, due_at)
     SELECT $1, $2, 'order.created', fact.id, now(), e.generation, $4, 1, now() - $5::interval
       FROM fact JOIN webhook_endpoints e ON e.id = $2 RETURNING id`,
    [rig.agencyId, endpointId, count, lease, dueAgo],
  );
  return rows.map(({ id }) => id);
}

test('deliveries that their process has leased and does not know of are found, and sent a minute later', async () => {
  const ids = await lose(2);
  await find();
  expect(await jobs()).toMatchObject([{ wait_seconds: 60 }]);
  expect(receiver.received).toHaveLength(0);
  const freed = await release();
  expect(freed.toSorted()).toEqual(ids.toSorted());
  await receiver.waitFor(2, 10_000);
  // The attempt that nothing is known of stays counted.
  await expect
    .poll(() => rig.rows('SELECT status, cardinality(attempts) AS attempts FROM delivery_history WHERE id = ANY($1)', [ids]))
    .toEqual([
      { status: 'delivered', attempts: 1 },
      { status: 'delivered', attempts: 1 },
    ]);
  expect(await rig.rows('SELECT FROM delivery_queue')).toHaveLength(0);
});

test('a delivery that became due less than a minute ago is not changed', async () => {
  await lose(1, '50 seconds');
  await find();
  expect(await jobs()).toEqual([]);
});

test('a delivery whose row changed in the meantime, or is locked, stays with its process', async () => {
  const [returned, locked, untouched] = (await lose(3)) as [string, string, string];
  await find();
  // Returned and leased again: the same lease and as many attempts, in another version of the row.
  await rig.rows('UPDATE delivery_queue SET lease = lease WHERE id = $1', [returned]);
  await rig.database.transaction(async (transaction) => {
    await transaction.query({ text: 'SELECT FROM delivery_queue WHERE id = $1 FOR UPDATE', values: [locked] });
    expect(await release()).toEqual([untouched]);
  });
  expect(await rig.rows('SELECT id FROM delivery_queue WHERE lease = $1 ORDER BY id', [lease])).toEqual(
    [returned, locked].toSorted().map((id) => ({ id })),
  );
  await rig.rows('DELETE FROM delivery_queue WHERE id = $1', [locked]);
  expect(await release()).toEqual([]);
});

test('attempts in flight, whose receivers respond at last, are not released', async () => {
  let respond: (() => void) | undefined;
  receiver.answer = (_request, response) => void (respond = () => response.writeHead(200).end());
  await rig.queue(endpointId, 1);
  rig.wake(endpointId);
  await expect.poll(() => respond !== undefined).toBe(true);
  await find();
  respond!();
  receiver.answer = 200;
  await rig.until('SELECT WHERE NOT EXISTS (SELECT FROM delivery_queue)');
  expect(await release()).toEqual([]);
  expect(receiver.received).toHaveLength(1);
});
