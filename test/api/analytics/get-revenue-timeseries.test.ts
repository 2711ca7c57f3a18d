import { describe, expect, it } from 'vitest';
import { order, refund } from '../../records/records.ts';
import { invalid, useService, type Agency } from '../agency.ts';
import { expectExplained, query, refresh } from './fixture.ts';

const path = '/v1/analytics/revenue/timeseries';

describe('GET /v1/analytics/revenue/timeseries', () => {
  const newAgency = useService();

  const read = async (agency: Agency, parameters: Record<string, string>, key = agency.key) =>
    (await agency.get(path + query(parameters), { key })).body;

  it('has every period of the window, empty ones too, in order of time', async () => {
    const agency = await newAgency();
    await agency.ingest(
      order('o1', 'c1', { amount_cents: 100, created_at: '2026-03-27T23:30:00Z' }),
      order('o2', 'c2', { amount_cents: 40, created_at: '2026-03-29T21:59:59Z' }),
      refund('o1', '2026-03-29T00:00:00Z'),
    );
    await refresh(agency);
    expect(await read(agency, { start: '2026-03-28', end: '2026-03-30', timezone: 'Europe/Paris' })).toEqual({
      start: '2026-03-28',
      end: '2026-03-30',
      timezone: 'Europe/Paris',
      granularity: 'day',
      data: [
        { period_start: '2026-03-28T00:00:00+01:00', revenue_cents: 100, refunded_cents: 0, orders_count: 1 },
        { period_start: '2026-03-29T00:00:00+01:00', revenue_cents: 40, refunded_cents: 100, orders_count: 1 },
        { period_start: '2026-03-30T00:00:00+02:00', revenue_cents: 0, refunded_cents: 0, orders_count: 0 },
      ],
    });
  });

  it.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
    ['2026-07-01', 24],
  ])('has the real hours of %s, which are %i', async (day, count) => {
    const agency = await newAgency();
    await agency.ingest(
      order('o1', 'c1', { amount_cents: 1, created_at: '2026-10-25T00:30:00Z' }),
      order('o2', 'c1', { amount_cents: 2, created_at: '2026-10-25T01:30:00Z' }),
    );
    await refresh(agency);
    const { data, granularity } = await read(agency, { start: day, end: day, timezone: 'Europe/Paris' });
    expect(granularity).toBe('hour');
    expect(data).toHaveLength(count);
    if (count < 25) return;
    expect(data.slice(2, 4)).toEqual([
      { period_start: '2026-10-25T02:00:00+02:00', revenue_cents: 1, refunded_cents: 0, orders_count: 1 },
      { period_start: '2026-10-25T02:00:00+01:00', revenue_cents: 2, refunded_cents: 0, orders_count: 1 },
    ]);
  });

  it('counts in the half and three-quarter hours of a zone', async () => {
    const agency = await newAgency();
    await agency.ingest(
      order('o1', 'c1', { amount_cents: 1, created_at: '2026-06-30T18:14:59.999Z' }),
      order('o2', 'c1', { amount_cents: 2, created_at: '2026-06-30T18:15:00Z' }),
      order('o3', 'c1', { amount_cents: 4, created_at: '2026-06-30T18:30:00Z' }),
    );
    await refresh(agency);
    const firstHour = async (timezone: string) => (await read(agency, { start: '2026-07-01', end: '2026-07-01', timezone })).data[0];
    expect(await firstHour('Asia/Kathmandu')).toMatchObject({ period_start: '2026-07-01T00:00:00+05:45', revenue_cents: 6 });
    expect(await firstHour('Asia/Kolkata')).toMatchObject({ period_start: '2026-07-01T00:00:00+05:30', revenue_cents: 4 });
  });

  it('leaves out the day that a zone skipped', async () => {
    const agency = await newAgency();
    await agency.ingest(
      order('o1', 'c1', { created_at: '2011-12-30T09:59:59Z' }),
      order('o2', 'c1', { created_at: '2011-12-30T10:00:00Z' }),
    );
    await refresh(agency);
    const { data } = await read(agency, { start: '2011-12-29', end: '2011-12-31', timezone: 'Pacific/Apia', granularity: 'day' });
    expect(data).toEqual([
      { period_start: '2011-12-29T00:00:00-10:00', revenue_cents: 100, refunded_cents: 0, orders_count: 1 },
      { period_start: '2011-12-31T00:00:00+14:00', revenue_cents: 100, refunded_cents: 0, orders_count: 1 },
    ]);
  });

  it('begins weeks on Monday and counts only the days of the window', async () => {
    const agency = await newAgency();
    await agency.ingest(
      order('o1', 'c1', { amount_cents: 1, created_at: '2026-06-30T12:00:00Z' }),
      order('o2', 'c1', { amount_cents: 2, created_at: '2026-07-05T23:59:59Z' }),
      order('o3', 'c1', { amount_cents: 4, created_at: '2026-07-06T00:00:00Z' }),
    );
    await refresh(agency);
    const { data } = await read(agency, { start: '2026-07-01', end: '2026-07-07', granularity: 'week' });
    expect(data.map(({ period_start, revenue_cents }: any) => [period_start, revenue_cents])).toEqual([
      ['2026-06-29T00:00:00+00:00', 2],
      ['2026-07-06T00:00:00+00:00', 4],
    ]);
  });

  it('breaks down by the creators in scope, each with every period', async () => {
    const agency = await newAgency();
    await agency.ingest(order('o1', 'c2', { amount_cents: 9, created_at: '2026-07-02T12:00:00Z' }));
    await refresh(agency);
    const window = { start: '2026-07-01', end: '2026-07-02', granularity: 'day', breakdown: 'creator' };
    const items = async (parameters: Record<string, string> = {}, key?: string) =>
      (await read(agency, { ...window, ...parameters }, key)).data.map((item: any) => [
        item.period_start.slice(0, 10),
        item.creator_id,
        item.revenue_cents,
      ]);
    expect(await items()).toEqual([
      ['2026-07-01', 'c1', 0],
      ['2026-07-01', 'c2', 0],
      ['2026-07-02', 'c1', 0],
      ['2026-07-02', 'c2', 9],
    ]);
    expect(await items({ creator_ids: 'c2,c9' })).toEqual([
      ['2026-07-01', 'c2', 0],
      ['2026-07-02', 'c2', 9],
    ]);
    expect(await items({}, agency.restrictedKey)).toEqual([
      ['2026-07-01', 'c1', 0],
      ['2026-07-02', 'c1', 0],
    ]);
    expect(await items({ creator_ids: 'c2' }, agency.restrictedKey)).toEqual([]);
  });

  it('counts the orders of the employees asked for, former and unknown ones too', async () => {
    const agency = await newAgency();
    await agency.ingest(
      order('o1', 'c1', { amount_cents: 1, user_id: 'u1', created_at: '2026-07-01T12:00:00Z' }),
      order('o2', 'c2', { amount_cents: 2, user_id: 'u2', created_at: '2026-07-01T12:00:00Z' }),
      order('o3', 'c1', { amount_cents: 4, user_id: null, created_at: '2026-07-01T12:00:00Z' }),
    );
    await refresh(agency);
    for (const granularity of ['hour', 'day', 'week', 'month']) {
      const total = async (user_ids: string, key?: string) =>
        (await read(agency, { start: '2026-07-01', end: '2026-07-07', granularity, user_ids }, key)).data.reduce(
          (sum: number, item: any) => sum + item.revenue_cents,
          0,
        );
      expect([await total('u1'), await total('u1,u2'), await total('u9'), await total('u1,u2', agency.restrictedKey)]).toEqual([
        1, 3, 0, 1,
      ]);
    }
  });

  it.each([
    ['hour', '2026-07-07', '2026-07-08'],
    ['day', '2026-07-31', '2026-08-01'],
    ['week', '2027-06-30', '2027-07-01'],
    ['month', '2027-06-30', '2027-07-01'],
  ])('takes a window by %s up to %s and not up to %s', async (granularity, allowed, tooFar) => {
    const agency = await newAgency();
    expect(await agency.get(`${path}?start=2026-07-01&end=${allowed}&granularity=${granularity}`)).toMatchObject({
      status: 200,
      body: { granularity },
    });
    await expectExplained(agency, `${path}?start=2026-07-01&end=${tooFar}&granularity=${granularity}`);
  });

  it.each([
    ['2026-07-02', 'hour'],
    ['2026-07-03', 'day'],
    ['2026-07-31', 'day'],
    ['2026-08-01', 'week'],
    ['2026-12-27', 'week'],
    ['2026-12-28', 'month'],
  ])('chooses the granularity of a window up to %s: %s', async (end, granularity) => {
    expect((await (await newAgency()).get(`${path}?start=2026-07-01&end=${end}`)).body.granularity).toBe(granularity);
  });

  it.each([
    ['granularity=year', 'granularity'],
    ['granularity=', 'granularity'],
    ['breakdown=employee', 'breakdown'],
    ['user_ids=', 'user_ids'],
  ])('refuses %s', async (parameter, place) => {
    expect(await (await newAgency()).get(`${path}?start=2026-07-01&end=2026-07-02&${parameter}`)).toMatchObject(invalid(place));
  });
});
