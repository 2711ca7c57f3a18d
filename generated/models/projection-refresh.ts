// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A finished refresh.
 */
export interface ProjectionRefresh {
  /** When the refresh was done. */
  refreshed_at: string;
}
