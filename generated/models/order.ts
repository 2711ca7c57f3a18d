// Generated from spec/ by `npm run generate`. Do not edit.

import type { OrderType } from './order-type.ts';

/**
 * A purchase of a fan.
 */
export interface Order {
  /** Order id. */
  id: string;
  order_type: OrderType;
  /** Creator who sold. */
  creator_id: string;
  /** Upstream account id of the creator. */
  account_id: string;
  /** Upstream fan id of the buyer. Null when the buyer is not known. */
  fan_id: string | null;
  /** Upstream username of the buyer, when known. */
  fan_username: string | null;
  /** Employee whom the order is attributed to. Null when there is none; may name a former employee. */
  user_id: string | null;
  /** Upstream id of the message that sold, if one did. */
  message_id: string | null;
  /** Amount in euro cents, before any refund. */
  amount_cents: number;
  /** When the fan bought. */
  created_at: string;
  /** When the order was refunded upstream. Null while it is not. */
  refunded_at: string | null;
}
