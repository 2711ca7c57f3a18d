// Generated from spec/ by `npm run generate`. Do not edit.

import type { DeliveryError } from './delivery-error.ts';
import type { DeliveryAttempt } from './delivery-attempt.ts';
import type { DeliveryEventType } from './delivery-event-type.ts';

/**
 * A delivery that failed for good. It is kept for 30 days, as far as the agency's quota of failure records goes, and can be replayed.
 */
export interface WebhookFailure {
  /** Failure id. */
  id: string;
  /** Id of the event. A replay sends it again. */
  event_id: string;
  event_type: DeliveryEventType;
  /** Id of the delivery that failed. */
  delivery_id: string;
  /** When the fact of the event occurred. */
  event_created_at: string;
  /** When the delivery was recorded as failed. */
  failed_at: string;
  /** Why the last attempt failed, or `endpoint_disabled`. */
  error: DeliveryError;
  /** The attempts, oldest first. Empty when the endpoint was disabled before the first. */
  attempts: Array<DeliveryAttempt>;
  /** When the failure was last replayed. Null when it was not. */
  replayed_at: string | null;
}
