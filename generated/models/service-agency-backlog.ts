// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * Deliveries of an agency that wait.
 */
export interface ServiceAgencyBacklog {
  /** Agency id. */
  agency_id: string;
  /** Name of the agency. */
  agency_name: string;
  /** How many of those that were counted. */
  delivery_count: number;
  /** Since when the first of them is due, or when it will be. */
  oldest_due_at: string;
}
