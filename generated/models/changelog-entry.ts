// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * One recorded change.
 */
export interface ChangelogEntry {
  /** The change in a few words. */
  title: string;
  /** The day on which it was recorded. */
  date: string;
  /** What it means for callers. */
  description: string;
}
