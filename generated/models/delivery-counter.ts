// Generated from spec/ by `npm run generate`. Do not edit.

import type { DeliveryEventType } from './delivery-event-type.ts';

/**
 * Deliveries of one event type in the window.
 */
export interface DeliveryCounter {
  event_type: DeliveryEventType;
  /** Deliveries that were acknowledged with a 2xx. */
  delivered_count: number;
  /** Deliveries that failed in all four attempts. */
  failed_count: number;
}
