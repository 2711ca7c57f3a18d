import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { order } from '../../records/records.ts';
import { useService, type Agency } from '../agency.ts';
import { expectExplained, refresh } from './fixture.ts';

const largest = Number.MAX_SAFE_INTEGER;

describe('figures', () => {
  const newAgency = useService();

  it('stop at the largest number that every program reads exactly', async () => {
    const agency = await newAgency();
    const day = '2026-07-10';
    await agency.ingest(order('o1', 'c1', { amount_cents: 1_000, created_at: `${day}T00:00:00.000Z`, user_id: 'e1', order_type: 'tip' }));
    await refresh(agency);
    await agency.ingest(order('o2', 'c1', { amount_cents: 5, created_at: `${day}T00:00:01.000Z`, user_id: 'e1', order_type: 'push' }));
    await refresh(agency);
    const blocks = `UPDATE activity_blocks SET revenue_cents = ${largest}::bigint + 7 WHERE agency_id = $1 AND value <> 'push'`;
    await agency.rows(blocks);
    await agency.rows(`UPDATE revenue_quarters SET revenue_cents = ${largest}::bigint + 7 WHERE agency_id = $1 AND order_type = 'tip'`);
    const window = `start=${day}&end=${day}`;
    const { body: revenue } = await agency.get(`/v1/analytics/revenue?${window}`);
    expect(revenue).toMatchObject({
      revenue_cents: largest,
      by_order_type: [{ order_type: 'tip', revenue_cents: largest }, { revenue_cents: 5 }],
    });
    const { body: series } = await agency.get(`/v1/analytics/revenue/timeseries?${window}&granularity=day`);
    expect(series.data).toMatchObject([{ revenue_cents: largest }]);
    const { body: employees } = await agency.get(`/v1/analytics/employees?${window}`);
    expect(employees.data).toMatchObject([{ revenue_cents: largest }]);
    const { body: creators } = await agency.get(`/v1/analytics/creators?${window}`);
    expect(creators.data[0]).toMatchObject({ revenue_cents: largest });
    // A refresh does not fail for sums of any size.
    await agency.ingest(order('o3', 'c1', { amount_cents: 5, created_at: `${day}T00:20:00.000Z`, user_id: 'e1', order_type: 'tip' }));
    await refresh(agency);
  });
});

/** What the orders of a day add up to, by the zone's own calendar. */
function plainSum(orders: readonly { amount: number; at: string }[], day: string, timezone: string): number {
  const ofDay = orders.filter(({ at }) => Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainDate().toString() === day);
  return ofDay.reduce((sum, { amount }) => sum + amount, 0);
}

async function withOrders(agency: Agency, around: string) {
  const middle = Date.parse(`${around}T00:00:00Z`);
  const orders = Array.from({ length: 5 * 96 }, (_, index) => ({
    amount: 1 + index,
    at: new Date(middle + (index - 240) * 900_000 + 61_000).toISOString(),
  }));
  await agency.ingest(...orders.map(({ amount, at }) => order(`o${amount}`, 'c1', { amount_cents: amount, created_at: at })));
  await refresh(agency);
  return orders;
}

describe('days of the past', () => {
  const newAgency = useService();

  it.each([
    ['Asia/Kolkata', '1975-06-15'],
    ['America/Guyana', '1974-06-15'],
    ['Asia/Kathmandu', '1985-06-15'],
    ['Asia/Kathmandu', '1990-06-15'],
    ['Pacific/Kiritimati', '1985-06-15'],
    ['Africa/Monrovia', '1975-06-15'],
    ['Europe/Amsterdam', '1950-06-15'],
    ['Australia/Lord_Howe', '2026-06-15'],
    ['Pacific/Chatham', '2026-06-15'],
  ])('of %s around %s are counted by the zone', async (timezone, day) => {
    const agency = await newAgency();
    const orders = await withOrders(agency, day);
    for (const path of ['/v1/analytics/revenue', '/v1/analytics/revenue/timeseries']) {
      const { status, body } = await agency.get(`${path}?start=${day}&end=${day}&timezone=${timezone}`);
      expect(status).toBe(200);
      const shown =
        body.revenue_cents ?? body.data.reduce((sum: number, { revenue_cents }: { revenue_cents: number }) => sum + revenue_cents, 0);
      expect(shown).toBe(plainSum(orders, day, timezone));
    }
  });

  it.each([
    ['Pacific/Kiritimati', '1975-06-15'],
    ['Africa/Monrovia', '1971-06-15'],
    ['Europe/Paris', '1890-06-15'],
    ['Pacific/Niue', '1960-06-15'],
  ])('of %s around %s, which began between quarter hours of UTC, are refused', async (timezone, day) => {
    const agency = await newAgency();
    for (const path of ['revenue', 'revenue/timeseries', 'creators', 'employees'])
      await expectExplained(agency, `/v1/analytics/${path}?start=${day}&end=${day}&timezone=${timezone}`);
    expect((await agency.get(`/v1/analytics/revenue?start=${day}&end=${day}`)).status).toBe(200);
  });

  it('are refused too where only a period within the window began so', async () => {
    const agency = await newAgency();
    // Liberia moved from -00:44:30 to UTC on 7 January 1972.
    const path = '/v1/analytics/revenue/timeseries?start=1972-01-01&end=1972-01-20&timezone=Africa/Monrovia&granularity=day';
    await expectExplained(agency, path);
    expect((await agency.get(path.replace('1972-01-01', '1972-01-08'))).status).toBe(200);
  });
});
