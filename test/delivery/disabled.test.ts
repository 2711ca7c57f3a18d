import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { replayFailure } from '../../server/events/replay-failure.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { anOrder, quickRetries, startRig, type Rig } from './rig.ts';

let rig: Rig;
let receiver: Receiver;
beforeAll(async () => {
  rig = await startRig();
  receiver = await startReceiver();
  rig.deliver({ gatherMs: 5, retrySchedule: [60_000, 60_000, 60_000] });
});
afterEach(async () => {
  await rig.rows('DELETE FROM webhook_endpoints');
  receiver.received.length = 0;
  receiver.answer = 200;
});
afterAll(async () => {
  await rig.close();
  await receiver.close();
});

async function disable(id: string): Promise<void> {
  await rig.rows(
    `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'manual', disabled_at = now(), generation = generation + 1 WHERE id = $1`,
    [id],
  );
  rig.wake(id);
}

async function enable(id: string): Promise<void> {
  await rig.rows(
    `UPDATE webhook_endpoints SET status = 'active', disabled_reason = NULL, disabled_at = NULL, consecutive_failures = 0, enabled_at = now() WHERE id = $1`,
    [id],
  );
  rig.wake(id);
}

const failures = (id: string, count: number) =>
  rig.until('SELECT 1 FROM all_failures WHERE endpoint_id = $1 HAVING count(*) = $2', [id, count]);

test('when an endpoint is disabled, its pending deliveries and planned retries become failures with their attempts', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  receiver.answer = 500;
  await rig.publish([{}, {}]);
  await rig.until(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND attempts <> '[]' AND status = 'pending' HAVING count(*) = 2`, [
    id,
  ]);
  await disable(id);
  await failures(id, 2);
  const rows = await rig.rows('SELECT error, attempts FROM all_failures WHERE endpoint_id = $1', [id]);
  expect(rows.map(({ error, attempts }) => [error, attempts.length])).toEqual([
    ['endpoint_disabled', 1],
    ['endpoint_disabled', 1],
  ]);
  expect(await rig.rows(`SELECT status FROM all_deliveries WHERE endpoint_id = $1`, [id])).toEqual(
    [1, 2].map(() => ({ status: 'failed' })),
  );
  expect(
    await rig.rows('SELECT delivered_count, failed_count, disabled_count, http_5xx_count FROM delivery_minutes WHERE endpoint_id = $1', [
      id,
    ]),
  ).toEqual([{ delivered_count: 0, failed_count: 0, disabled_count: 2, http_5xx_count: 2 }]);
  const [endpoint] = await rig.rows('SELECT consecutive_failures FROM webhook_endpoints WHERE id = $1', [id]);
  expect(endpoint!.consecutive_failures).toBe(0);
});

test('a fact while disabled is neither sent nor recorded, also after enabling', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  await disable(id);
  await rig.publish();
  await enable(id);
  await rig.publish([{ data: { id: 'later' } }]);
  const [received] = await receiver.waitFor(1);
  expect(received!.event.data.id).toBe('later');
  expect(await rig.rows('SELECT 1 FROM all_deliveries WHERE endpoint_id = $1', [id])).toHaveLength(1);
});

test('a publication that raced with disabling is not sent after enabling', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  await rig.database.transaction(async (transaction) => {
    await rig.outbox.publish(transaction, [anOrder({ agencyId: rig.agencyId, data: { id: 'raced' } })]);
    await disable(id);
    await rig.until('SELECT 1 FROM webhook_endpoints WHERE id = $1 AND drained_generation = generation', [id]);
    await enable(id);
  });
  await failures(id, 1);
  await rig.publish([{ data: { id: 'later' } }]);
  const [received] = await receiver.waitFor(1);
  expect(received!.event.data.id).toBe('later');
  const [failure] = await rig.rows('SELECT * FROM all_failures WHERE endpoint_id = $1', [id]);
  expect(failure).toMatchObject({ error: 'endpoint_disabled', attempts: [] });
});

test('an attempt that runs while its endpoint is disabled: a success is delivered, a failure becomes a failure record', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  const isDisabled = Promise.withResolvers<void>();
  receiver.answer = (_request, response, { event }) =>
    void isDisabled.promise.then(() => response.writeHead(event.data.id === 'good' ? 200 : 500).end());
  await rig.publish([{ data: { id: 'good' } }, { data: { id: 'bad' } }]);
  await receiver.waitFor(2);
  await disable(id);
  isDisabled.resolve();
  await failures(id, 1);
  await rig.until(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND status = 'delivered'`, [id]);
  const statuses = await rig.rows(`SELECT status FROM all_deliveries WHERE endpoint_id = $1 ORDER BY status`, [id]);
  expect(statuses).toEqual([{ status: 'delivered' }, { status: 'failed' }]);
  await rig.until('SELECT 1 FROM webhook_endpoints WHERE id = $1 AND drained_generation = generation', [id]);
});

test('a replay while disabled goes back to the failures until the endpoint is enabled', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  await disable(id);
  const [failureId] = await rig.fail(id, 1);
  const [failure] = await rig.rows('SELECT * FROM all_failures WHERE id = $1', [failureId]);
  const replay = () => rig.withKey((transaction) => replayFailure(rig.outbox, transaction, { endpointId: id, failureId: failureId! }));
  const queued = await replay();
  await failures(id, 1);
  const [returned] = await rig.rows('SELECT * FROM all_failures WHERE delivery_id = $1', [queued!.deliveryId]);
  expect(returned).toMatchObject({ id: failure!.id, event_id: failure!.event_id, error: 'endpoint_disabled', replayed_at: null });
  expect(await rig.rows('SELECT 1 FROM delivery_minutes WHERE endpoint_id = $1', [id])).toHaveLength(0);
  await enable(id);
  await replay();
  const [received] = await receiver.waitFor(1);
  expect(received!.event).toMatchObject({ id: failure!.event_id, data: { n: 1 } });
});

test('pending deliveries are sent to the current URL with the current secret', async () => {
  const moved = await startReceiver();
  const id = await rig.addEndpoint({ url: receiver.url });
  const other = rig.deliver({ gatherMs: 5, retrySchedule: quickRetries });
  receiver.answer = (_request, response) => {
    void rig.rows('UPDATE webhook_endpoints SET url = $2 WHERE id = $1', [id, moved.url]).then(() => response.writeHead(500).end());
  };
  await rig.publish();
  await rig.rows(`UPDATE delivery_queue SET due_at = now() WHERE endpoint_id = $1`, [id]);
  await receiver.waitFor(1);
  await rig.until(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND attempts <> '[]'`, [id]);
  await rig.rows(`UPDATE delivery_queue SET due_at = now() WHERE endpoint_id = $1`, [id]);
  await moved.waitFor(1);
  await other.stop();
  await moved.close();
});

test('pending deliveries of a deleted endpoint are removed, and a late outcome is dropped', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  const isDeleted = Promise.withResolvers<void>();
  receiver.answer = (_request, response) => void isDeleted.promise.then(() => response.writeHead(500).end());
  await rig.publish([{}, {}]);
  await receiver.waitFor(2);
  await rig.rows('DELETE FROM webhook_endpoints WHERE id = $1', [id]);
  isDeleted.resolve();
  await rig.until('SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 HAVING count(*) = 0', [id]);
});
