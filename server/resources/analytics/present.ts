import type { RevenueSummary, RevenueTimeseries } from '../../../generated/models.ts';
import type { DayWindow } from '../../query/day-window.ts';
import type { Granularity, Period } from '../../query/periods.ts';

export interface RevenueRow {
  readonly revenue_cents: number;
  readonly refunded_cents: number;
  readonly orders_count: number;
}

export interface OrderTypeRow extends RevenueRow {
  readonly order_type: RevenueSummary['by_order_type'][number]['order_type'];
}

export interface PeriodRow extends RevenueRow {
  readonly period: number;
  readonly creator_id?: string;
}

export function presentWindow({ start, end, timezone }: DayWindow): { start: string; end: string; timezone: string } {
  return { start: start.toString(), end: end.toString(), timezone };
}

export function presentRevenue(window: DayWindow, rows: readonly OrderTypeRow[]): RevenueSummary {
  const total = (figure: keyof RevenueRow) =>
    Math.min(
      rows.reduce((sum, row) => sum + row[figure], 0),
      Number.MAX_SAFE_INTEGER,
    );
  return {
    ...presentWindow(window),
    revenue_cents: total('revenue_cents'),
    refunded_cents: total('refunded_cents'),
    orders_count: total('orders_count'),
    by_order_type: rows
      .filter((row) => row.orders_count > 0)
      .map(({ order_type, revenue_cents, orders_count }) => ({ order_type, revenue_cents, orders_count })),
  };
}

export function presentTimeseries(
  window: DayWindow,
  granularity: Granularity,
  periods: readonly Period[],
  rows: readonly PeriodRow[],
): RevenueTimeseries {
  return {
    ...presentWindow(window),
    granularity,
    data: rows.map(({ period, creator_id, revenue_cents, refunded_cents, orders_count }) => ({
      period_start: periods[period]!.start,
      ...(creator_id === undefined ? {} : { creator_id }),
      revenue_cents,
      refunded_cents,
      orders_count,
    })),
  };
}
