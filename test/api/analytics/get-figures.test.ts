import { describe, expect, it } from 'vitest';
import { order, refund, send } from '../../records/records.ts';
import { useService, type Agency } from '../agency.ts';
import { query, refresh } from './fixture.ts';

describe('figures per creator and per employee', () => {
  const newAgency = useService();
  const noon = '2026-07-01T12:00:00Z';

  async function agencyWithActivity(): Promise<Agency> {
    const agency = await newAgency();
    await agency.ingest(
      order('o1', 'c1', { amount_cents: 100, user_id: 'u1', created_at: noon }),
      order('o2', 'c2', { amount_cents: 900, user_id: 'u1', created_at: noon }),
      order('o3', 'c2', { amount_cents: 20, user_id: null, created_at: noon }),
      order('o4', 'c1', { amount_cents: 7, user_id: 'u2', created_at: '2026-06-01T12:00:00Z' }),
      refund('o4', noon),
      send('s1', 'c1', { sent_by_user_id: 'u3', sent_at: noon }),
      send('s2', 'c1', { sent_by_user_id: 'u1', sent_at: noon, source: 'script' }),
      send('s3', 'c1', { sent_by_user_id: null, sent_at: noon }),
      send('s4', 'c2', { sent_by_user_id: 'u1', sent_at: '2026-06-30T23:59:59.999Z' }),
    );
    await refresh(agency);
    return agency;
  }

  const read = async (agency: Agency, what: string, parameters: Record<string, string> = {}, key = agency.key) =>
    (await agency.get(`/v1/analytics/${what}${query({ start: '2026-07-01', end: '2026-07-02', ...parameters })}`, { key })).body.data;

  it('lists every creator in scope, highest revenue first', async () => {
    const agency = await agencyWithActivity();
    const c1 = { creator_id: 'c1', revenue_cents: 100, refunded_cents: 7, orders_count: 1, messages_sent_count: 3 };
    const c2 = { creator_id: 'c2', revenue_cents: 920, refunded_cents: 0, orders_count: 2, messages_sent_count: 0 };
    expect(await read(agency, 'creators')).toEqual([c2, c1]);
    expect(await read(agency, 'creators', { creator_ids: 'c1,c9' })).toEqual([c1]);
    expect(await read(agency, 'creators', {}, agency.restrictedKey)).toEqual([c1]);
    expect(await read(agency, 'creators', { creator_ids: 'c2' }, agency.restrictedKey)).toEqual([]);
    const idle = { revenue_cents: 0, refunded_cents: 0, orders_count: 0, messages_sent_count: 0 };
    expect(await read(agency, 'creators', { start: '2025-01-01', end: '2025-01-02' })).toEqual([
      { creator_id: 'c1', ...idle },
      { creator_id: 'c2', ...idle },
    ]);
  });

  it('lists employees with any activity, former ones too, and leaves out what no employee did', async () => {
    const agency = await agencyWithActivity();
    expect(await read(agency, 'employees')).toEqual([
      { user_id: 'u1', revenue_cents: 1000, refunded_cents: 0, orders_count: 2, messages_sent_count: 1 },
      { user_id: 'u2', revenue_cents: 0, refunded_cents: 7, orders_count: 0, messages_sent_count: 0 },
      { user_id: 'u3', revenue_cents: 0, refunded_cents: 0, orders_count: 0, messages_sent_count: 1 },
    ]);
    expect(await read(agency, 'employees', { creator_ids: 'c2' })).toMatchObject([
      { user_id: 'u1', revenue_cents: 900, messages_sent_count: 0 },
    ]);
    expect(await read(agency, 'employees', {}, agency.restrictedKey)).toMatchObject([
      { user_id: 'u1', revenue_cents: 100 },
      { user_id: 'u2' },
      { user_id: 'u3' },
    ]);
    expect(await read(agency, 'employees', { start: '2026-05-01', end: '2026-07-31' })).toMatchObject([
      { user_id: 'u1', revenue_cents: 1000, messages_sent_count: 2 },
      { user_id: 'u2', revenue_cents: 7, refunded_cents: 7, orders_count: 1 },
      { user_id: 'u3' },
    ]);
  });

  it('knows nothing of another agency with the same ids', async () => {
    const [agency, other] = [await agencyWithActivity(), await newAgency()];
    await other.ingest(order('o1', 'c1', { amount_cents: 1, user_id: 'u1', created_at: noon }));
    await refresh(other);
    expect(await read(other, 'employees')).toEqual([
      { user_id: 'u1', revenue_cents: 1, refunded_cents: 0, orders_count: 1, messages_sent_count: 0 },
    ]);
    expect((await read(agency, 'creators'))[0].revenue_cents).toBe(920);
  });
});
