import { expect, test } from 'vitest';
import { isProblem } from '../../sdk/src/index.ts';
import { creator, employee, order, refund, send } from '../records/records.ts';
import { useIntegration } from '../support/integration.ts';

const integration = useIntegration([], { delivers: false });

test('analytics follow ingested records: the day in Paris, by type, period, creator and employee, and a later refund', async () => {
  const { agency } = integration();
  const { analytics } = agency.client;
  const week = { start: '2026-07-13', end: '2026-07-19', timezone: 'Europe/Paris' };
  await agency.ingest(
    creator('c1'),
    creator('c2'),
    employee('ada'),
    order('tip', 'c1', { user_id: 'ada', amount_cents: 1_500, created_at: '2026-07-18T21:30:00Z' }),
    order('late', 'c1', { user_id: 'ada', amount_cents: 500, created_at: '2026-07-18T22:30:00Z' }),
    order('push', 'c2', { order_type: 'push', amount_cents: 900, created_at: '2026-07-14T08:00:00Z' }),
    order('next', 'c1', { amount_cents: 9_999, created_at: '2026-07-19T22:00:00Z' }),
    send('s1', 'c1', { sent_by_user_id: 'ada', sent_at: '2026-07-18T20:00:00Z' }),
  );
  await agency.operator.projections.refresh();

  expect(await analytics.revenue(week)).toMatchObject({ ...week, revenue_cents: 2_900, refunded_cents: 0, orders_count: 3 });
  const byType = (await analytics.revenue(week)).by_order_type.filter(({ orders_count }) => orders_count > 0);
  expect(byType).toEqual(
    expect.arrayContaining([
      { order_type: 'tip', revenue_cents: 2_000, orders_count: 2 },
      { order_type: 'push', revenue_cents: 900, orders_count: 1 },
    ]),
  );

  const days = await analytics.revenueTimeseries({ ...week, granularity: 'day' });
  expect(days.data.map(({ period_start, revenue_cents }) => [period_start, revenue_cents])).toEqual([
    ['2026-07-13T00:00:00+02:00', 0],
    ['2026-07-14T00:00:00+02:00', 900],
    ['2026-07-15T00:00:00+02:00', 0],
    ['2026-07-16T00:00:00+02:00', 0],
    ['2026-07-17T00:00:00+02:00', 0],
    ['2026-07-18T00:00:00+02:00', 1_500],
    ['2026-07-19T00:00:00+02:00', 500],
  ]);
  const first = { creator_id: 'c1', revenue_cents: 2_000, refunded_cents: 0, orders_count: 2, messages_sent_count: 1 };
  expect((await analytics.creators({ ...week, creator_ids: ['c1'] })).data).toEqual([first]);
  const { creator_id: _creator, ...figures } = first;
  expect((await analytics.employees(week)).data).toContainEqual({ user_id: 'ada', ...figures });

  expect(await agency.ingest(refund('tip', '2026-07-19T10:00:00Z'))).toMatchObject({ created: 1 });
  await agency.operator.projections.refresh();
  expect(await analytics.revenue(week)).toMatchObject({ revenue_cents: 2_900, refunded_cents: 1_500, orders_count: 3 });
  const broken = await analytics.revenueTimeseries({ ...week, granularity: 'day', breakdown: 'creator', user_ids: ['ada'] });
  expect(broken.data.filter(({ refunded_cents }) => refunded_cents > 0)).toMatchObject([
    { period_start: '2026-07-19T00:00:00+02:00', creator_id: 'c1', revenue_cents: 500, refunded_cents: 1_500 },
  ]);

  const wide = await analytics.creators({ ...week, start: '2026-01-01' }).catch((error: unknown) => error);
  expect(isProblem(wide, 'validation_failed')).toBe(true);
});
