// Generated from spec/ by `npm run generate`. Do not edit.

import type { Order } from './order.ts';

/**
 * A new order was recorded.
 */
export interface OrderCreatedEvent {
  /** Event id. It is the same for every endpoint, retry and replay; deduplicate on it. */
  id: string;
  /** What happened. Types may be added at any time; ignore an event of a type that you do not know. */
  type: 'order.created';
  /** When the fan bought. */
  created_at: string;
  /** Release date of the version that the payload is rendered in, the one that the endpoint is pinned to. */
  api_version: string;
  /** The order as it was made, so that `refunded_at` is null, even when it was refunded since. */
  data: Order;
}
