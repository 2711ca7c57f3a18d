// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * How many failures will be replayed.
 */
export interface BulkReplayed {
  /** Number of failures that match and were neither replayed nor waiting for it. */
  replayed_count: number;
}
