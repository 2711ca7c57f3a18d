// Generated from spec/ by `npm run generate`. Do not edit.

import type { WebhookDeliveryDetail } from './webhook-delivery-detail.ts';
import type { DeliveryEventType } from './delivery-event-type.ts';

/**
 * An event, and what became of it at each endpoint.
 */
export interface RecordedEventWithDeliveries {
  /** Event id, the `id` of its deliveries' body. */
  id: string;
  type: DeliveryEventType;
  /** When the fact of the event occurred. */
  created_at: string;
  /** When the event was recorded, which is the order of the list. */
  recorded_at: string;
  /** Creator whose event it is. Null of an event without one. */
  creator_id: string | null;
  /** The payload in the newest version. Null where the key may not read it: that takes `write:webhooks`, or `read:orders` for orders, `read:fans` for assignments and `read:ai_requests` for AI requests. */
  data: { [key: string]: any } | null;
  /** Its deliveries to the endpoints within reach, replays too, in the order in which they were queued. A replay that was never attempted before the endpoint was disabled is not among them. */
  deliveries: Array<WebhookDeliveryDetail>;
}
