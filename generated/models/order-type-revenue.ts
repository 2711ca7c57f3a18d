// Generated from spec/ by `npm run generate`. Do not edit.

import type { OrderType } from './order-type.ts';

/**
 * Revenue of one order type.
 */
export interface OrderTypeRevenue {
  order_type: OrderType;
  /** Gross revenue in euro cents. */
  revenue_cents: number;
  /** Orders made. */
  orders_count: number;
}
