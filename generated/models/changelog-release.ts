// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A release and whether it is the current one.
 */
export interface ChangelogRelease {
  /** Mineral name. */
  name: string;
  /** Release date. */
  date: string;
  /** True for the newest release. */
  current: boolean;
  /** What the release changed. */
  description: string;
}
