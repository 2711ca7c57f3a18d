// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * How many publications to take, and for how long.
 */
export interface PublicationClaim {
  /** The most publications to take. 50 if left out. */
  limit?: number;
  /** Seconds for which they are the claimer's alone. 60 if left out. */
  lease_seconds?: number;
}
