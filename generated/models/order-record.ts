// Generated from spec/ by `npm run generate`. Do not edit.

import type { OrderType } from './order-type.ts';

/**
 * An order, by `id`. A new one publishes `order.created`; an update publishes nothing.
 */
export interface OrderRecord {
  type: 'order';
  /** Order id. */
  id: string;
  order_type: OrderType;
  /** A creator of the agency. */
  creator_id: string;
  /** Upstream fan id of the buyer. */
  fan_id: string | null;
  /** Employee to attribute it to. */
  user_id: string | null;
  /** Upstream message that sold. */
  message_id: string | null;
  /** Amount in euro cents. */
  amount_cents: number;
  /** When the fan bought. */
  created_at: string;
}
