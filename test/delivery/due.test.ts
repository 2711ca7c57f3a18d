import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Outbox } from '../../server/events/outbox.ts';
import { createTestDatabase } from '../support/database.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { StatementWatch } from '../support/statement-watch.ts';
import { quickClock, startRig, type Rig } from './rig.ts';

let rig: Rig;
let watch: StatementWatch;
let receiver: Receiver;
beforeAll(async () => {
  const database = await createTestDatabase();
  watch = await StatementWatch.over(database.url);
  rig = await startRig(database);
  receiver = await startReceiver();
});
afterEach(async () => {
  await rig.rows('DELETE FROM webhook_endpoints');
  receiver.received.length = 0;
});
afterAll(async () => {
  await watch.close();
  await receiver.close();
  await rig.close();
});

const someFacts = (count: number) => Array.from({ length: count }, (_, n) => ({ data: { n } }));
const isLeasing = 'SELECT FROM delivery_leases WHERE ended_at IS NULL';

test('deliveries published by a delivering process are sent without a claim', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  const deliverer = rig.deliver({ sweepMs: 60_000 });
  await rig.until(isLeasing);
  await watch.reset();
  await rig.publish(someFacts(20), new Outbox({ dispatcher: deliverer }));
  await rig.until(`SELECT FROM all_deliveries WHERE endpoint_id = $1 AND status = 'delivered' HAVING count(*) = 20`, [id]);
  const [claims] = await watch.costs('capacity AS MATERIALIZED');
  expect(claims.rows).toBe(0);
  expect(receiver.received).toHaveLength(20);
  await deliverer.stop();
});

test('a fact published under an ended lease is unleased, and the next sweep delivers it', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  const deliverer = rig.deliver({ beatMs: 500 });
  await rig.until(isLeasing);
  await rig.rows('UPDATE delivery_leases SET ended_at = now() WHERE ended_at IS NULL');
  await rig.publish([{}], new Outbox({ dispatcher: deliverer }));
  const queued = await rig.rows<{ lease: number | null }>('SELECT lease FROM delivery_queue WHERE endpoint_id = $1', [id]);
  expect(queued).toEqual([{ lease: null }]);
  await receiver.waitFor(1, 10_000);
  await deliverer.stop();
});

test('a delivery that became due long before it was visible is found by a full pass, without a notification', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  const deliverer = rig.deliver({ clock: quickClock, beatMs: 20_000, deadAfterMs: 600_000 });
  await rig.until(isLeasing);
  await expect.poll(() => deliverer.facts().heartbeatAgeMs).toBeLessThan(1_000);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await rig.queue(id, 1, '1 hour');
  await receiver.waitFor(1, 20_000);
  await deliverer.stop();
});
