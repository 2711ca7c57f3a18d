// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * What the agency has of something, and what it is allowed.
 */
export interface Quota {
  /** What the agency has. Null for a key that is limited to some creators. */
  used: number | null;
  /** What it is allowed. It may have more where it was allowed more before. */
  allowed: number;
}
