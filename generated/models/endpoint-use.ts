// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * What went to one endpoint.
 */
export interface EndpointUse {
  /** The endpoint. */
  endpoint_id: string;
  /** Its destination now. */
  url: string;
  /** Key that made it. Null where it was brought over, or made before that was kept. */
  created_by_key_id: string | null;
  /** Deliveries that were acknowledged with a 2xx. */
  delivered_count: number;
  /** Deliveries that failed in all four attempts. They were sent too. */
  failed_count: number;
}
