// Generated from spec/ by `npm run generate`. Do not edit.

import type { DeliveryEventType } from './delivery-event-type.ts';

/**
 * An event that was recorded for one endpoint or more. It is kept for 30 days.
 */
export interface RecordedEvent {
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
}
