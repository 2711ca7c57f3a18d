// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * An agency.
 */
export interface Agency {
  /** Agency id. */
  id: string;
  /** Name of the agency. */
  name: string;
  /** When it was created. */
  created_at: string;
}
