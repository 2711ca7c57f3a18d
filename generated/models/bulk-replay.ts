// Generated from spec/ by `npm run generate`. Do not edit.

import type { DeliveryEventType } from './delivery-event-type.ts';

/**
 * Which failures to replay. Filters combine with AND; without any, all that were not replayed.
 */
export interface BulkReplay {
  /** Failures recorded at or after it. */
  start?: string;
  /** Failures recorded before it. */
  end?: string;
  /** Failures of these event types. */
  event_types?: Array<DeliveryEventType>;
  /** With true, the failures are counted and nothing is replayed. */
  dry_run?: boolean;
}
