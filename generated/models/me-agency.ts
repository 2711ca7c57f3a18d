// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * The agency of the key.
 */
export interface MeAgency {
  /** Agency id. */
  id: string;
  /** Name of the agency. */
  name: string;
}
