// Generated from spec/ by `npm run generate`. Do not edit.

import type { BulkReplayedType } from './bulk-replayed-type.ts';

/**
 * How many failures will be replayed or, of a dry run, would be.
 */
export interface BulkReplayed {
  /** Number of failures that match, were neither replayed nor queued for it before, and are sent again now. */
  replayed_count: number;
  /** Number of further failures that match and stay as they are, because the endpoint cannot be sent them now: it is disabled, or its URL may not receive their events. Replay them once it is enabled. */
  waiting_count: number;
  /** The `replayed_count` by event type; types without such failures are left out. */
  by_event_type: Array<BulkReplayedType>;
}
