// Generated from spec/ by `npm run generate`. Do not edit.

import type { DeliveryCounter } from './delivery-counter.ts';

/**
 * Counters of every event type.
 */
export interface DeliveryCounterList {
  /** One counter per event type; all five are always present. */
  data: Array<DeliveryCounter>;
}
