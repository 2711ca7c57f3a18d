// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * The note on a fan and its concurrency token.
 */
export interface Insight {
  /** The note. Empty when none was written. */
  note: string;
  /** Concurrency token, bare. The `ETag` header holds it in quotes. It changes with the note. */
  etag: string;
}
