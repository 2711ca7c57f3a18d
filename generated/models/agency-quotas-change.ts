// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * What an agency is to be allowed. Members that are left out stay as they are; null is the default again.
 */
export interface AgencyQuotasChange {
  /** Bytes of the histories of notes. */
  insight_history_bytes?: number | null;
  /** Publications that are `scheduled`. */
  scheduled_publications?: number | null;
  /** Bytes of publications, whatever their status. */
  publication_bytes?: number | null;
  /** Pending deliveries of active endpoints. Allow more failure records than these, so that none is lost where an endpoint is disabled. */
  pending_deliveries?: number | null;
  /** Failure records of all endpoints. */
  failure_records?: number | null;
  /** Bytes of the history of deliveries and events. */
  delivery_history_bytes?: number | null;
  /** API keys that are neither revoked nor expired, without those of links to the portal. */
  api_keys?: number | null;
  /** Links to the portal that are made within 24 hours. */
  portal_links?: number | null;
}
