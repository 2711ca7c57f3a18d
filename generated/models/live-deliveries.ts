// Generated from spec/ by `npm run generate`. Do not edit.

import type { LiveDelivery } from './live-delivery.ts';

/**
 * The `data` of a live event `deliveries`.
 */
export interface LiveDeliveries {
  /** What changed since the last look, in the order in which it was queued, at most 200. */
  deliveries: Array<LiveDelivery>;
  /** False where more changed than is told. */
  is_complete: boolean;
}
