// Generated from spec/ by `npm run generate`. Do not edit.

import type { WebhookEventType } from './webhook-event-type.ts';

/**
 * The event to send as a test.
 */
export interface TestEvent {
  /** Its type, also one that the endpoint does not receive otherwise. */
  event_type: WebhookEventType;
}
