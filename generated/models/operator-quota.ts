// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * What an agency has of something, and what it is allowed.
 */
export interface OperatorQuota {
  /** What the agency has. */
  used: number;
  /** What it is allowed. It may have more where it was allowed more before. */
  allowed: number;
  /** What agencies are allowed where nothing else was decided. */
  default: number;
}
