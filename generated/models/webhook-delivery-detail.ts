// Generated from spec/ by `npm run generate`. Do not edit.

import type { DeliveryAttempt } from './delivery-attempt.ts';
import type { DeliveryStatus } from './delivery-status.ts';
import type { DeliveryEventType } from './delivery-event-type.ts';

/**
 * A delivery of one event to one endpoint, with its attempts and what it belongs to.
 */
export interface WebhookDeliveryDetail {
  /** Delivery id. All attempts share it. */
  id: string;
  /** Endpoint that it goes to. */
  endpoint_id: string;
  /** Id of the event. */
  event_id: string;
  event_type: DeliveryEventType;
  status: DeliveryStatus;
  /** The attempts so far, oldest first. */
  attempts: Array<DeliveryAttempt>;
  /** When the delivery was queued. */
  created_at: string;
  /** When the next attempt is due. Null unless pending. */
  next_attempt_at: string | null;
  /** Its failure record, which can be replayed. Null unless it failed. */
  failure_id: string | null;
  /** The failure record that it replays. Null of a first delivery. */
  replay_of_failure_id: string | null;
}
