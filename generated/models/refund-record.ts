// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * The refund of an order, which is in the same batch or known before. The first `refunded_at` stays. It publishes `order.refunded`.
 */
export interface RefundRecord {
  type: 'refund';
  /** Order id. */
  order_id: string;
  /** When it was refunded upstream. */
  refunded_at: string;
}
