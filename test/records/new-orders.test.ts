import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openIngestion, type IngestionBench } from './ingestion.ts';
import { creator, fan, order, type AnyRecord } from './records.ts';

let bench: IngestionBench;
beforeAll(async () => {
  bench = await openIngestion();
});
afterAll(() => bench.close());

/** Texts that JSON and SQL write in their own ways. */
const hostile = ['"quoted" \\ and \'', 'tab\tline\nbell\u0007\u001f', 'é 🙂 \u2028 \u007f', '</script>{{x}}', 'null'];

async function agencyWithFans(): Promise<string> {
  const agencyId = await bench.newAgency();
  const named = hostile.map((name, index) => fan(`account-c1`, `f${index}`, { fan_username: name }));
  await bench.ingest(agencyId, [creator('c1'), ...named, fan('account-c1', 'nameless', { fan_username: null })]);
  return agencyId;
}

const orders: readonly AnyRecord[] = [
  ...hostile.map((message, index) => order(`o${index}`, 'c1', { fan_id: `f${index}`, user_id: message, message_id: message })),
  order('without a name', 'c1', { fan_id: 'nameless' }),
  order('of no fan', 'c1', { fan_id: null, order_type: 'tip' }),
  order('of a fan to come', 'c1', { fan_id: 'later', amount_cents: 0 }),
  order('subscription', 'c1', { fan_id: 'f0', order_type: 'subscription' }),
];

/** All that an agency has of its orders, but for what differs with every agency. */
async function recordedOf(agencyId: string) {
  const [recorded] = await bench.rows<{ recorded: unknown }>(
    `SELECT json_build_object(
       'orders', (SELECT json_agg(to_jsonb(o) - 'agency_id' ORDER BY id) FROM orders o WHERE agency_id = $1),
       'spends', (SELECT json_agg(to_jsonb(s) - 'agency_id' ORDER BY account_id, fan_id) FROM fan_spends s WHERE agency_id = $1),
       'quarters', (SELECT json_agg(DISTINCT quarter) FROM changed_quarters WHERE agency_id = $1),
       'events', (SELECT json_agg(json_build_array(type, creator_id, occurred_at, subject, data::text) ORDER BY data ->> 'id') FROM webhook_events WHERE agency_id = $1),
       'deliveries', (SELECT json_agg(json_build_array(q.event_type, q.creator_id, q.occurred_at, q.lease, q.attempt_count, e.data ->> 'id') ORDER BY e.data ->> 'id')
                        FROM delivery_queue q JOIN webhook_events e ON e.agency_id = q.agency_id AND e.id = q.event_id WHERE q.agency_id = $1)) AS recorded`,
    agencyId,
  );
  return recorded!.recorded;
}

test('a single order is stored and published exactly like an order in a batch', async () => {
  const [alone, among] = [await agencyWithFans(), await agencyWithFans()];
  for (const one of orders) expect(await bench.ingest(alone, [one])).toEqual({ created: 1, updated: 0, unchanged: 0 });
  expect(await bench.ingest(among, orders)).toEqual({ created: orders.length, updated: 0, unchanged: 0 });
  const recorded = await recordedOf(alone);
  expect(recorded).toEqual(await recordedOf(among));
  expect(recorded).toMatchObject({
    orders: { length: orders.length },
    events: { length: orders.length },
    deliveries: { length: orders.length },
  });
});

test('a known order is updated or left unchanged, and published once', async () => {
  const agencyId = await agencyWithFans();
  const known = order('o1', 'c1', { fan_id: 'f1', amount_cents: 100 });
  expect(await bench.ingest(agencyId, [known])).toEqual({ created: 1, updated: 0, unchanged: 0 });
  expect(await bench.ingest(agencyId, [known])).toEqual({ created: 0, updated: 0, unchanged: 1 });
  expect(await bench.ingest(agencyId, [{ ...known, amount_cents: 150 }])).toEqual({ created: 0, updated: 1, unchanged: 0 });
  expect(await recordedOf(agencyId)).toMatchObject({
    orders: [{ amount_cents: 150 }],
    spends: [{ fan_id: 'f1', spend_cents: 150 }],
    events: { length: 1 },
  });
});

test('a failed statement is known to be rolled back; the outcome of a lost session is unknown', async () => {
  const unknown = vi.fn();
  const { records } = bench;
  await expect(records.runStandalone({ text: 'SELECT 1 / 0' }, unknown)).rejects.toThrow('division by zero');
  expect(unknown).not.toHaveBeenCalled();
  await expect(records.runStandalone({ text: 'SELECT pg_terminate_backend(pg_backend_pid())' }, unknown)).rejects.toThrow();
  expect(unknown).toHaveBeenCalledTimes(1);
});

test('the lock timeout of a single statement does not apply to the next statement of its session', async () => {
  const agencyId = await agencyWithFans();
  const { records } = bench;
  const lock = { text: 'SELECT FROM agencies WHERE id = $1 FOR UPDATE', values: [agencyId] };
  await records.transaction(async (transaction) => {
    await transaction.query(lock);
    await expect(records.runStandalone({ ...lock, lockTimeoutMs: 50 }, () => undefined)).rejects.toMatchObject({ code: '55P03' });
    await expect(records.runStandalone<{ lock_timeout: string }>({ text: 'SHOW lock_timeout' }, () => undefined)).resolves.toEqual([
      { lock_timeout: '0' },
    ]);
  });
});
