import { describe, expect, it } from 'vitest';
import { order, refund } from '../../records/records.ts';
import { useService, type Agency } from '../agency.ts';
import { query, refresh } from './fixture.ts';

describe('GET /v1/analytics/revenue', () => {
  const newAgency = useService();

  async function agencyWithOrders(): Promise<Agency> {
    const agency = await newAgency();
    await agency.ingest(
      order('o1', 'c1', { order_type: 'tip', amount_cents: 100, created_at: '2026-06-30T22:00:00Z' }),
      order('o2', 'c1', { order_type: 'push', amount_cents: 700, created_at: '2026-07-01T12:00:00Z' }),
      order('o3', 'c2', { order_type: 'tip', amount_cents: 50, created_at: '2026-07-02T21:59:59.999Z' }),
      order('o4', 'c2', { order_type: 'subscription', amount_cents: 999, created_at: '2026-07-02T22:00:00Z' }),
      order('o5', 'c1', { order_type: 'private_media', amount_cents: 30, created_at: '2026-06-01T12:00:00Z' }),
      refund('o5', '2026-07-01T12:00:00Z'),
      refund('o2', '2026-07-20T12:00:00Z'),
    );
    await refresh(agency);
    return agency;
  }

  const read = async (agency: Agency, parameters: Record<string, string> = {}, key = agency.key) =>
    (
      await agency.get(
        `/v1/analytics/revenue${query({ start: '2026-07-01', end: '2026-07-02', timezone: 'Europe/Paris', ...parameters })}`,
        { key },
      )
    ).body;

  it('counts orders gross by their time, refunds by theirs, and types without orders not at all', async () => {
    expect(await read(await agencyWithOrders())).toEqual({
      start: '2026-07-01',
      end: '2026-07-02',
      timezone: 'Europe/Paris',
      revenue_cents: 850,
      refunded_cents: 30,
      orders_count: 3,
      by_order_type: [
        { order_type: 'push', revenue_cents: 700, orders_count: 1 },
        { order_type: 'tip', revenue_cents: 150, orders_count: 2 },
      ],
    });
  });

  it('reads the right day west of UTC', async () => {
    const agency = await agencyWithOrders();
    const day = { start: '2026-06-30', end: '2026-06-30' };
    expect(await read(agency, { ...day, timezone: 'America/Los_Angeles' })).toMatchObject({ revenue_cents: 100, orders_count: 1 });
    expect(await read(agency, { ...day, timezone: 'Europe/Paris' })).toMatchObject({
      revenue_cents: 0,
      orders_count: 0,
      by_order_type: [],
    });
  });

  it('sums the requested creators in the key’s scope', async () => {
    const [agency, other] = await Promise.all([agencyWithOrders(), agencyWithOrders()]);
    expect(await read(agency, { creator_ids: 'c2,c2' })).toMatchObject({ revenue_cents: 50, refunded_cents: 0, orders_count: 1 });
    expect(await read(agency, { creator_ids: 'c9' })).toMatchObject({ revenue_cents: 0, by_order_type: [] });
    expect(await read(agency, {}, agency.restrictedKey)).toMatchObject({ revenue_cents: 800, refunded_cents: 30, orders_count: 2 });
    expect(await read(agency, { creator_ids: 'c2' }, agency.restrictedKey)).toMatchObject({ revenue_cents: 0, refunded_cents: 0 });
    expect(await read(other, {}, other.restrictedKey)).toMatchObject({ revenue_cents: 800 });
  });

  it('moves the figures of an order that changes', async () => {
    const agency = await agencyWithOrders();
    await agency.ingest(order('o2', 'c2', { order_type: 'push', amount_cents: 5, created_at: '2026-05-01T12:00:00Z' }));
    await refresh(agency);
    expect(await read(agency)).toMatchObject({ revenue_cents: 150, orders_count: 2, by_order_type: [{ order_type: 'tip' }] });
    expect(await read(agency, { start: '2026-05-01', end: '2026-05-01' })).toMatchObject({ revenue_cents: 5, orders_count: 1 });
    expect(await read(agency, { start: '2026-01-01', end: '2026-12-31', creator_ids: 'c2' })).toMatchObject({
      revenue_cents: 1054,
      refunded_cents: 5,
      orders_count: 3,
    });
  });

  it('holds sums beyond 2^31', async () => {
    const agency = await newAgency();
    const amounts = [2_147_483_647, 2_147_483_647, 2_147_483_647];
    await agency.ingest(
      ...amounts.map((amount, index) => order(`o${index}`, 'c1', { amount_cents: amount, created_at: '2026-07-01T12:00:00Z' })),
    );
    await refresh(agency);
    expect(await read(agency)).toMatchObject({ revenue_cents: 6_442_450_941 });
  });
});
