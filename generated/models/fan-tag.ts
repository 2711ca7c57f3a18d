// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A tag set on a fan.
 */
export interface FanTag {
  /** Tag id. */
  id: string;
  /** Label. */
  name: string;
}
