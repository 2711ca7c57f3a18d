import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DatabaseTime } from '../../server/delivery/claim/database-time.ts';
import { queuedAt } from '../../server/delivery/claim/leased-delivery.ts';
import { Outbox } from '../../server/events/outbox.ts';
import { SimClock } from '../simulation/sim-clock.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startRig, type Rig } from './rig.ts';

let rig: Rig;
let receiver: Receiver;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Seen {
  readonly attempted_at: string;
  readonly created_at: Date;
}

const attemptOf = (endpointId: string): Promise<Seen> =>
  rig.until(
    `SELECT attempts->0->>'attempted_at' AS attempted_at, uuid_extract_timestamp(id)::timestamptz(3) AS created_at
       FROM all_deliveries WHERE endpoint_id = $1 AND attempts <> '[]'`,
    [endpointId],
  );

/** By the database's clock. */
const now = async () => (await rig.rows<{ now: Date }>('SELECT clock_timestamp()::timestamptz(3) AS now'))[0]!.now.getTime();

/** Slows each queued delivery down while its publisher's statement runs, as a busy server does. */
async function slowQueue(ms: number): Promise<void> {
  await rig.rows(`
    CREATE OR REPLACE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(${ms / 1_000}); RETURN NEW; END $$`);
  await rig.rows('CREATE OR REPLACE TRIGGER slow BEFORE INSERT ON webhook_events FOR EACH ROW EXECUTE FUNCTION slow()');
  closing.push(() => rig.rows('DROP TRIGGER slow ON webhook_events'));
}

test('an attempt begins when its request is sent and not before its delivery was queued, however long that took', async () => {
  receiver = await startReceiver();
  closing.push(() => receiver.close());
  const endpointId = await rig.addEndpoint({ url: receiver.url });
  const deliverer = rig.deliver({ gatherMs: 5 });
  closing.push(() => deliverer.stop());
  const outbox = new Outbox({ dispatcher: deliverer });
  await expect.poll(() => deliverer.offer([rig.agencyId])).toBeDefined();
  // Of a server that is not slow the clock is known.
  await rig.publish([{}], outbox);
  await receiver.waitFor(1);
  const slowMs = 200;
  await slowQueue(slowMs);
  const begunAt = await now();
  const events = Array.from({ length: 3 }, () => ({}));
  await rig.publish(events, outbox);
  await receiver.waitFor(4);
  await rig.until('SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND status = $2 HAVING count(*) = 4', [endpointId, 'delivered']);
  const seen = await rig.rows<Seen>(
    `SELECT attempts->0->>'attempted_at' AS attempted_at, uuid_extract_timestamp(id)::timestamptz(3) AS created_at FROM all_deliveries WHERE endpoint_id = $1`,
    [endpointId],
  );
  for (const { attempted_at, created_at } of seen) expect(Date.parse(attempted_at)).toBeGreaterThanOrEqual(created_at.getTime());
  const slow = seen.map(({ attempted_at }) => Date.parse(attempted_at)).filter((at) => at >= begunAt);
  expect(slow).toHaveLength(3);
  // The process knows the database's clock to within some milliseconds.
  for (const at of slow) expect(at - begunAt).toBeGreaterThan(2.5 * slowMs);
});

test('an attempt to a forbidden destination began before its refusal, which takes a while', async () => {
  const endpointId = await rig.addEndpoint({ url: 'https://inner.example.com/' });
  const deliverer = rig.deliver({ gatherMs: 5, refusalStepMs: 300, resolve: async () => ['10.0.0.7'], devRanges: [] });
  closing.push(() => deliverer.stop());
  await rig.publish();
  const { attempted_at } = await attemptOf(endpointId);
  expect((await now()) - Date.parse(attempted_at)).toBeGreaterThanOrEqual(290);
  await rig.rows('DELETE FROM webhook_endpoints WHERE id = $1', [endpointId]);
});

test('the second that is signed is that of the recorded attempt', async () => {
  const own = await startReceiver();
  closing.push(() => own.close());
  const endpointId = await rig.addEndpoint({ url: own.url });
  const deliverer = rig.deliver({ gatherMs: 5 });
  closing.push(() => deliverer.stop());
  // The end of a second is among the attempts.
  await sleep((1_900 - ((await now()) % 1_000)) % 1_000);
  for (let n = 1; n <= 8; n++) {
    await rig.publish();
    await own.waitFor(n);
    await sleep(10);
  }
  await rig.until('SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND status = $2 HAVING count(*) = 8', [endpointId, 'delivered']);
  const recorded = await rig.rows<{ id: string; attempted_at: string }>(
    `SELECT id, attempts->0->>'attempted_at' AS attempted_at FROM all_deliveries WHERE endpoint_id = $1 ORDER BY id`,
    [endpointId],
  );
  const signed = own.received.map(({ headers }) => [headers['service-delivery-id'], Number(headers['service-signature-timestamp'])]);
  expect(Object.fromEntries(signed)).toEqual(
    Object.fromEntries(recorded.map(({ id, attempted_at }) => [id, Math.floor(Date.parse(attempted_at) / 1_000)])),
  );
});

test('an endpoint is disabled when the failures that disable it are recorded, and not before', async () => {
  const failing = await startReceiver();
  closing.push(() => failing.close());
  failing.answer = 500;
  const endpointId = await rig.addEndpoint({ url: failing.url });
  await rig.rows('UPDATE webhook_endpoints SET consecutive_failures = 9 WHERE id = $1', [endpointId]);
  const deliverer = rig.deliver({ gatherMs: 5, retrySchedule: [] });
  closing.push(() => deliverer.stop());
  await rig.publish();
  const { disabled_at } = await rig.until<{ disabled_at: Date }>(
    `SELECT disabled_at FROM webhook_endpoints WHERE id = $1 AND status = 'disabled'`,
    [endpointId],
  );
  const [{ failed_at }] = (await rig.rows<{ failed_at: Date }>('SELECT failed_at FROM delivery_failures WHERE endpoint_id = $1', [
    endpointId,
  ])) as [{ failed_at: Date }];
  expect(disabled_at.getTime()).toBeGreaterThanOrEqual(failed_at.getTime());
});

test('the database’s clock is estimated from the fastest answer, and from the latest one where clocks are set', () => {
  const clock = new SimClock();
  const advance = (ms: number) => {
    const until = clock.now() + ms;
    while (clock.step(until));
  };
  const time = new DatabaseTime(clock);
  time.observe(1_000_000, clock.now());
  expect(time.now()).toBe(1_000_000);
  advance(100);
  expect(time.now()).toBe(1_000_100);
  time.observe(999_000, clock.now());
  expect(time.now()).toBe(1_000_100);
  time.observe(1_000_140, clock.now());
  expect(time.now()).toBe(1_000_140);
  // Set back by a minute.
  for (let second = 0; second < 11; second++) {
    advance(1_000);
    time.observe(940_140 + (second + 1) * 1_000, clock.now());
  }
  expect(time.now()).toBe(951_140);
  advance(60_000);
  time.observe(5_000_000, clock.now());
  expect(time.now()).toBe(5_000_000);
});

test('a delivery’s id contains when it was queued, an id of another kind does not', () => {
  expect(queuedAt({ deliveryId: '0198f0aa-6f10-7c39-9d24-5d1f3a7be9c4' })).toBe(Number('0x0198f0aa6f10'));
  expect(queuedAt({ deliveryId: '5b7c0f0e-6f10-4c39-9d24-5d1f3a7be9c4' })).toBe(-Infinity);
});
