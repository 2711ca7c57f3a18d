// Generated from spec/ by `npm run generate`. Do not edit.

import type { Order } from './order.ts';

/**
 * One page of orders.
 */
export interface OrderPage {
  /** The orders of this page, most recent first. */
  data: Array<Order>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}
