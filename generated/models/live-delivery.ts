// Generated from spec/ by `npm run generate`. Do not edit.

import type { DeliveryStatus } from './delivery-status.ts';
import type { DeliveryEventType } from './delivery-event-type.ts';

/**
 * A delivery that was queued, attempted or settled.
 */
export interface LiveDelivery {
  /** Delivery id. */
  id: string;
  /** Endpoint that it goes to. */
  endpoint_id: string;
  /** Id of the event. */
  event_id: string;
  event_type: DeliveryEventType;
  status: DeliveryStatus;
  /** Attempts whose outcome is known. */
  attempt_count: number;
  /** HTTP status that the last of them was answered with. Null without an answer. */
  last_status_code: number | null;
  /** Why the last of them failed. Null without one, or when it succeeded. */
  last_error:
    'http_status' | 'timeout' | 'connection_error' | 'tls_error' | 'redirect' | 'destination_forbidden' | 'endpoint_disabled' | null;
  /** How long the last of them took. Null without one. */
  last_duration_ms: number | null;
  /** When the delivery was queued. */
  created_at: string;
  /** When the next attempt is due. Null unless pending. */
  next_attempt_at: string | null;
}
