// Generated from spec/ by `npm run generate`. Do not edit.

import type { BulkReplayedType } from './bulk-replayed-type.ts';

/**
 * How many failures will be replayed or, of a dry run, would be.
 */
export interface BulkReplayed {
  /** Number of failures that match and were neither replayed nor waiting for it. */
  replayed_count: number;
  /** The same number by event type; types without such failures are left out. */
  by_event_type: Array<BulkReplayedType>;
}
