// Generated from spec/ by `npm run generate`. Do not edit.

import type { DeliveryEventType } from './delivery-event-type.ts';

/**
 * How many of the failures are of one event type.
 */
export interface BulkReplayedType {
  event_type: DeliveryEventType;
  /** Number of failures of the type. */
  count: number;
}
