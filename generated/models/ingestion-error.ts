// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A mismatch of a batch.
 */
export interface IngestionError {
  /** The record and its member. */
  path: string;
  /** What is wrong with it. */
  message: string;
}
