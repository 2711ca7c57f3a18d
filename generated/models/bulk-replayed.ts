// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * How many failures will be replayed.
 */
export interface BulkReplayed {
  /** Number of failures that match and had not been replayed. */
  replayed_count: number;
}
