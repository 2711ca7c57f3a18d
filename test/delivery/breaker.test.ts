import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Deliverer } from '../../server/delivery/deliverer.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { quickRetries, startRig, type Rig } from './rig.ts';

let rig: Rig;
let receiver: Receiver;
let deliverer: Deliverer;
beforeAll(async () => {
  rig = await startRig();
  receiver = await startReceiver();
});
afterEach(async () => {
  await deliverer.stop();
  await rig.rows('DELETE FROM webhook_endpoints');
  receiver.received.length = 0;
  receiver.answer = 200;
});
afterAll(async () => {
  await rig.close();
  await receiver.close();
});

const endpoint = async (id: string) => (await rig.rows('SELECT * FROM webhook_endpoints WHERE id = $1', [id]))[0]!;

/** Lets deliveries fail permanently, one recorded batch after another. */
async function failInTurn(id: string, count: number): Promise<void> {
  const [before] = await rig.rows('SELECT count(*) AS count FROM all_failures WHERE endpoint_id = $1', [id]);
  for (let n = 1; n <= count; n++) {
    await rig.publish();
    await rig.until('SELECT 1 FROM all_failures WHERE endpoint_id = $1 HAVING count(*) = $2', [id, before!.count + n]);
  }
}

const noRetries = { retrySchedule: [], gatherMs: 5 };
/** Outcomes of the same moment are written together, also on a busy machine. */
const inOneBatch = { retrySchedule: [], gatherMs: 500 };

/** Holds so many requests, and answers all of them at once. */
function answerTogether(count: number, statusOf: (eventType: string) => number): void {
  const held: (() => void)[] = [];
  receiver.answer = (_request, response, { event }) => {
    held.push(() => response.writeHead(statusOf(event.type)).end());
    if (held.length === count) for (const answer of held) answer();
  };
}

test('ten consecutive failed deliveries disable the endpoint, and pending deliveries become failures', async () => {
  deliverer = rig.deliver(noRetries);
  const openings = rig.breakerOpenings();
  const id = await rig.addEndpoint({ url: receiver.url });
  receiver.answer = 500;
  await failInTurn(id, 9);
  expect(await endpoint(id)).toMatchObject({ status: 'active', consecutive_failures: 9, generation: 1 });
  await rig.queue(id, 3, '-5 minutes');
  await rig.publish();
  const disabled = await rig.until(`SELECT * FROM webhook_endpoints WHERE id = $1 AND status = 'disabled'`, [id]);
  expect(disabled).toMatchObject({ disabled_reason: 'auto_breaker', generation: 2 });
  expect(Math.abs(Date.now() - disabled.disabled_at.getTime())).toBeLessThan(5_000);
  // The process counts it when the database has confirmed what others read already.
  await expect.poll(() => rig.breakerOpenings()).toBe(openings + 1);
  await rig.until(`SELECT 1 FROM all_failures WHERE endpoint_id = $1 AND error = 'endpoint_disabled' HAVING count(*) = 3`, [id]);
  expect(await rig.rows(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND status = 'pending'`, [id])).toHaveLength(0);
  const [counter] = await rig.rows('SELECT sum(failed_count)::int AS failed FROM delivery_minutes WHERE endpoint_id = $1', [id]);
  expect(counter!.failed).toBe(10);
  await rig.until('SELECT 1 FROM webhook_endpoints WHERE id = $1 AND drained_generation = generation', [id]);
  await rig.publish();
  expect(receiver.received).toHaveLength(10);
});

test('a success after nine failures resets the count', async () => {
  deliverer = rig.deliver(noRetries);
  const id = await rig.addEndpoint({ url: receiver.url });
  receiver.answer = 500;
  await failInTurn(id, 9);
  receiver.answer = 200;
  await rig.publish();
  await rig.until(`SELECT 1 FROM webhook_endpoints WHERE id = $1 AND consecutive_failures = 0`, [id]);
  receiver.answer = 500;
  await failInTurn(id, 9);
  expect(await endpoint(id)).toMatchObject({ status: 'active', consecutive_failures: 9 });
});

test('failures recorded in one batch count as one, each delivery by itself in failed_count', async () => {
  deliverer = rig.deliver(inOneBatch);
  const id = await rig.addEndpoint({ url: receiver.url });
  answerTogether(10, () => 500);
  await rig.publish(Array.from({ length: 10 }, () => ({})));
  await rig.until('SELECT 1 FROM all_failures WHERE endpoint_id = $1 HAVING count(*) = 10', [id]);
  expect(await endpoint(id)).toMatchObject({ status: 'active', consecutive_failures: 1 });
  expect(await rig.rows('SELECT failed_count FROM delivery_minutes WHERE endpoint_id = $1', [id])).toEqual([{ failed_count: 10 }]);
});

test('a success counts for the whole batch, also where another type of event failed', async () => {
  deliverer = rig.deliver(inOneBatch);
  const id = await rig.addEndpoint({ url: receiver.url, enabledEventTypes: ['order.created', 'order.refunded'] });
  answerTogether(2, (type) => (type === 'order.created' ? 200 : 500));
  await rig.publish([{}, { type: 'order.refunded' }]);
  await rig.until('SELECT 1 FROM all_failures WHERE endpoint_id = $1', [id]);
  expect(await endpoint(id)).toMatchObject({ status: 'active', consecutive_failures: 0 });
});

test('failed attempts that are tried again do not count', async () => {
  deliverer = rig.deliver({ retrySchedule: quickRetries, gatherMs: 5 });
  const id = await rig.addEndpoint({ url: receiver.url });
  receiver.answer = 500;
  await failInTurn(id, 2);
  expect(receiver.received).toHaveLength(8);
  expect(await endpoint(id)).toMatchObject({ consecutive_failures: 2 });
});

test('an outcome of an attempt that began before the endpoint was enabled does not count', async () => {
  deliverer = rig.deliver(noRetries);
  const id = await rig.addEndpoint({ url: receiver.url });
  await rig.rows('UPDATE webhook_endpoints SET consecutive_failures = 9 WHERE id = $1', [id]);
  const isEnabled = Promise.withResolvers<void>();
  receiver.answer = (_request, response) => void isEnabled.promise.then(() => response.writeHead(500).end());
  await rig.publish();
  await receiver.waitFor(1);
  await rig.rows('UPDATE webhook_endpoints SET generation = generation + 1, enabled_at = now(), consecutive_failures = 9 WHERE id = $1', [
    id,
  ]);
  isEnabled.resolve();
  await rig.until('SELECT 1 FROM all_failures WHERE endpoint_id = $1', [id]);
  expect(await endpoint(id)).toMatchObject({ status: 'active', consecutive_failures: 9 });
});

test('another endpoint of the agency is not touched', async () => {
  deliverer = rig.deliver(noRetries);
  const healthy = await startReceiver();
  const healthyId = await rig.addEndpoint({ url: healthy.url });
  const id = await rig.addEndpoint({ url: receiver.url });
  receiver.answer = 500;
  await failInTurn(id, 10);
  await rig.until(`SELECT 1 FROM webhook_endpoints WHERE id = $1 AND status = 'disabled'`, [id]);
  expect(await endpoint(healthyId)).toMatchObject({ status: 'active', consecutive_failures: 0 });
  await healthy.waitFor(10);
  await healthy.close();
});
