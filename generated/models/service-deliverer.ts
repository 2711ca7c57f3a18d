// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A process that delivers, by its lease.
 */
export interface ServiceDeliverer {
  /** Id of the lease. */
  lease_id: number;
  /** How often the process has said that it lives. One that stands still is dead, and its lease is soon ended. */
  beats: number;
  /** When the lease ended. Null while it lasts. */
  ended_at: string | null;
}
