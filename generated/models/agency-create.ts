// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * An agency to create.
 */
export interface AgencyCreate {
  /** Name of the agency. */
  name: string;
}
