// Generated from spec/ by `npm run generate`. Do not edit.

import type { WebhookEndpointStatus } from './webhook-endpoint-status.ts';

/**
 * How an endpoint is at the moment.
 */
export interface LiveEndpoint {
  /** Endpoint id. */
  id: string;
  status: WebhookEndpointStatus;
  /** Deliveries that are pending, counted up to 100. */
  pending_count: number;
  /** When the oldest of them was queued. Null without any. */
  oldest_pending_at: string | null;
  /** Failed deliveries in a row. */
  consecutive_failures: number;
}
