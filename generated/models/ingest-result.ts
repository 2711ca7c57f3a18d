// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * What a batch did, counted in records.
 */
export interface IngestResult {
  /** Records that were new. */
  created: number;
  /** Records that changed what was known. */
  updated: number;
  /** Records that changed nothing. */
  unchanged: number;
}
