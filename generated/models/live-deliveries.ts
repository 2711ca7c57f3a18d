// Generated from spec/ by `npm run generate`. Do not edit.

import type { LiveDelivery } from './live-delivery.ts';

/**
 * The `data` of a live event `deliveries`.
 */
export interface LiveDeliveries {
  /** What changed since the last query, in the order in which it was queued, at most 200. */
  deliveries: Array<LiveDelivery>;
  /** False where more may have changed than is listed. */
  is_complete: boolean;
}
