// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A projection.
 */
export interface ServiceProjection {
  /** Its name. */
  projection: string;
  /** When it was last brought up to date. Null while it never was. */
  refreshed_at: string | null;
  /** When the oldest change was made that is not yet in it. Null where none is missing. */
  oldest_change_at: string | null;
  /** What the next refresh finds, counted up to 10,000. */
  waiting_count: number;
}
