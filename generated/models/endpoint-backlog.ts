// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * What waits for an endpoint now, and how near it is to being disabled.
 */
export interface EndpointBacklog {
  /** Deliveries that are pending, counted up to 10,000. */
  pending_count: number;
  /** When the oldest of them was queued. Null without any. */
  oldest_pending_at: string | null;
  /** When the next attempt is due, in the past where it waits for its turn. Null where none is due, or all are being made. */
  next_attempt_at: string | null;
  /** Failed deliveries in a row, as in the endpoint. */
  consecutive_failures: number;
  /** Failed deliveries in a row at which the endpoint is disabled. */
  breaker_failures: number;
}
