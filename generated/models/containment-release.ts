// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * What works again.
 */
export interface ContainmentRelease {
  /** Id of the containment. */
  id: string;
  /** The agency. */
  agency_id: string;
  /** The key that was contained. Null where the whole agency was. */
  key_id: string | null;
  /** When it was contained. */
  contained_at: string;
  /** When the containment ended. */
  released_at: string;
  /** Keys that are accepted again, unless they were revoked or have expired meanwhile. */
  key_ids: Array<string>;
  /** Endpoints that receive again. What somebody enabled, paused or deleted meanwhile stays as it is. */
  endpoint_ids: Array<string>;
}
