// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A new note, with the token of the note that was read.
 */
export interface InsightUpdate {
  /** The whole new note. Left out, nothing changes. */
  note?: string;
  /** Token of the note that was read. It may be sent in `If-Match` instead, or in both when they are equal. */
  etag?: string;
}
