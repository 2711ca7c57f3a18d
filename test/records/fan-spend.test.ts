import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordOf } from '../../server/ingestion/record-tables.ts';
import { openIngestion, type IngestionBench } from './ingestion.ts';
import { creator, fan, order, refund, type AnyRecord } from './records.ts';

let bench: IngestionBench;
beforeAll(async () => {
  bench = await openIngestion();
});
afterAll(() => bench.close());

const creators = [creator('c1'), creator('c2')];

interface Spend {
  spend_cents: number;
  last_purchase_at: Date | null;
}

async function storedSpend(agencyId: string): Promise<Map<string, Spend>> {
  const rows = await bench.rows<Spend & { account_id: string; fan_id: string }>('SELECT * FROM fan_spends WHERE agency_id = $1', agencyId);
  return new Map(rows.filter((row) => row.last_purchase_at).map((row) => [`${row.account_id}/${row.fan_id}`, row]));
}

type StoredOrder = RecordOf<'order'> & { refunded_at: string | null };

/** Applies records one after the other to plain maps, refunds after the orders of their batch. */
class Model {
  readonly orders = new Map<string, StoredOrder>();
  readonly fans = new Map<string, RecordOf<'fan'>>();
  readonly events: string[] = [];

  apply(records: readonly AnyRecord[]) {
    const counts = { created: 0, updated: 0, unchanged: 0 };
    const upsert = <Item>(map: Map<string, Item>, key: string, item: Item): boolean => {
      const known = map.get(key);
      const change = !known ? 'created' : JSON.stringify(known) === JSON.stringify(item) ? 'unchanged' : 'updated';
      counts[change] += 1;
      map.set(key, item);
      return change === 'created';
    };
    for (const record of records) {
      if (record.type === 'fan') upsert(this.fans, `${record.account_id}/${record.fan_id}`, record);
      if (record.type !== 'order') continue;
      const isNew = upsert(this.orders, record.id, { ...record, refunded_at: this.orders.get(record.id)?.refunded_at ?? null });
      if (isNew) this.events.push(`order.created ${record.id}`);
    }
    for (const record of records) {
      if (record.type !== 'refund') continue;
      const known = this.orders.get(record.order_id)!;
      counts[known.refunded_at ? 'unchanged' : 'created'] += 1;
      if (!known.refunded_at) this.events.push(`order.refunded ${known.id}`);
      known.refunded_at ??= record.refunded_at;
    }
    return counts;
  }

  spend(): Map<string, Spend> {
    const sums = new Map<string, Spend>();
    for (const { creator_id, fan_id, order_type, amount_cents, created_at, refunded_at } of this.orders.values()) {
      if (fan_id === null || refunded_at !== null || order_type === 'subscription') continue;
      const key = `account-${creator_id}/${fan_id}`;
      const sum = sums.get(key) ?? { spend_cents: 0, last_purchase_at: null };
      const at = new Date(created_at);
      sums.set(key, {
        spend_cents: sum.spend_cents + amount_cents,
        last_purchase_at: sum.last_purchase_at && sum.last_purchase_at > at ? sum.last_purchase_at : at,
      });
    }
    return sums;
  }
}

const instant = fc.integer({ min: 0, max: 40 }).map((hours) => new Date(Date.UTC(2026, 0, 1, hours, 7)).toISOString());

const anyOrder = fc
  .record({
    id: fc.integer({ min: 0, max: 6 }),
    creatorId: fc.constantFrom('c1', 'c2'),
    fan_id: fc.constantFrom(null, 'f1', 'f2', 'f3'),
    order_type: fc.constantFrom('tip', 'push', 'private_media', 'subscription'),
    amount_cents: fc.integer({ min: 0, max: 5 }),
    created_at: instant,
  } as const)
  .map(({ id, creatorId, ...fields }) => order(`o${id}`, creatorId, fields));

const anyFan = fc
  .record({ accountId: fc.constantFrom('account-c1', 'account-c2'), fanId: fc.constantFrom('f1', 'f2', 'f3'), is_online: fc.boolean() })
  .map(({ accountId, fanId, is_online }) => fan(accountId, fanId, { is_online }));

const anyRefund = fc.record({ id: fc.integer({ min: 0, max: 6 }), at: instant }).map(({ id, at }) => refund(`o${id}`, at));

const anyBatch = fc.array(
  fc.oneof({ weight: 3, arbitrary: anyOrder }, { weight: 1, arbitrary: anyFan }, { weight: 1, arbitrary: anyRefund }),
  {
    minLength: 1,
    maxLength: 12,
  },
);

/** Leaves out refunds that no order of the batch or before supports. */
function supported(batch: readonly AnyRecord[], known: ReadonlySet<string>): AnyRecord[] {
  const ids = new Set([...known, ...batch.flatMap((record) => (record.type === 'order' ? [record.id] : []))]);
  return batch.filter((record) => record.type !== 'refund' || ids.has(record.order_id));
}

describe('whatever the batches are', () => {
  test('counts, spend, refunds and events are those of a plain computation', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyBatch, { minLength: 1, maxLength: 4 }), async (batches) => {
        const agencyId = await bench.newAgency();
        await bench.ingest(agencyId, creators);
        const model = new Model();
        for (const batch of batches) {
          const records = supported(batch, new Set(model.orders.keys()));
          if (records.length === 0) continue;
          expect(await bench.ingest(agencyId, records)).toEqual(model.apply(records));
          const stored = await storedSpend(agencyId);
          expect(
            Object.fromEntries([...stored].map(([key, { spend_cents, last_purchase_at }]) => [key, { spend_cents, last_purchase_at }])),
          ).toEqual(Object.fromEntries(model.spend()));
        }
        const events = await bench.rows<{ name: string }>(
          `SELECT type || ' ' || (data->>'id') AS name FROM webhook_events WHERE agency_id = $1`,
          agencyId,
        );
        expect(events.map(({ name }) => name).sort()).toEqual(model.events.sort());
      }),
      { numRuns: 60 },
    );
  });
});

describe('spend of a fan', () => {
  test('counts orders that came before the fan', async () => {
    const agencyId = await bench.newAgency();
    await bench.ingest(agencyId, [...creators, order('o1', 'c1', { fan_id: 'f1', amount_cents: 700 })]);
    await bench.ingest(agencyId, [fan('account-c1', 'f1')]);
    expect((await storedSpend(agencyId)).get('account-c1/f1')).toMatchObject({ spend_cents: 700 });
  });

  test('falls back to the purchase before when the latest is refunded', async () => {
    const agencyId = await bench.newAgency();
    const early = order('o1', 'c1', { fan_id: 'f1', created_at: '2026-01-01T00:00:00Z' });
    await bench.ingest(agencyId, [...creators, early, order('o2', 'c1', { fan_id: 'f1', created_at: '2026-02-01T00:00:00Z' })]);
    await bench.ingest(agencyId, [refund('o2')]);
    expect((await storedSpend(agencyId)).get('account-c1/f1')).toMatchObject({
      spend_cents: 100,
      last_purchase_at: new Date('2026-01-01T00:00:00Z'),
    });
  });

  test('moves with an order to another fan and another creator', async () => {
    const agencyId = await bench.newAgency();
    await bench.ingest(agencyId, [...creators, order('o1', 'c1', { fan_id: 'f1' })]);
    await bench.ingest(agencyId, [order('o1', 'c2', { fan_id: 'f2' })]);
    expect([...(await storedSpend(agencyId)).keys()]).toEqual(['account-c2/f2']);
  });

  test('loses nothing when parallel batches touch the same fans in different orders', async () => {
    const agencyId = await bench.newAgency();
    await bench.ingest(agencyId, creators);
    const fanIds = Array.from({ length: 20 }, (_, index) => `f${index}`);
    const batches = Array.from({ length: 24 }, (_, batch) => {
      const orders = fanIds.map((fanId) => order(`o-${batch}-${fanId}`, 'c1', { fan_id: fanId, amount_cents: batch + 1 }));
      const fans = fanIds.map((fanId) => fan('account-c1', fanId, { is_online: batch % 2 === 0 }));
      const records = [...orders, ...fans, ...(batch % 3 === 0 ? [refund(orders[0]!.id)] : [])];
      return batch % 2 === 0 ? records : records.reverse();
    });
    await Promise.all(batches.map((records) => bench.ingest(agencyId, records)));
    const refunded = batches.filter((_, batch) => batch % 3 === 0).reduce((sum, _, index) => sum + index * 3 + 1, 0);
    const total = (24 * 25) / 2;
    const stored = await storedSpend(agencyId);
    expect(fanIds.map((fanId) => stored.get(`account-c1/${fanId}`)?.spend_cents)).toEqual(
      fanIds.map((_, index) => (index === 0 ? total - refunded : total)),
    );
  });
});
