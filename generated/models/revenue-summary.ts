// Generated from spec/ by `npm run generate`. Do not edit.

import type { OrderTypeRevenue } from './order-type-revenue.ts';

/**
 * Revenue over a window.
 */
export interface RevenueSummary {
  /** First day, included. */
  start: string;
  /** Last day, included. */
  end: string;
  /** Zone in which the days were read. */
  timezone: string;
  /** Gross revenue in euro cents, of the orders made in the window. */
  revenue_cents: number;
  /** Amount refunded in the window, in euro cents, whenever the order was made. */
  refunded_cents: number;
  /** Orders made in the window. */
  orders_count: number;
  /** The same per order type, highest revenue first. Types without orders are absent. */
  by_order_type: Array<OrderTypeRevenue>;
}
