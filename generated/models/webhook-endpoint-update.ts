// Generated from spec/ by `npm run generate`. Do not edit.

import type { WebhookEventType } from './webhook-event-type.ts';
import type { WebhookEndpointStatus } from './webhook-endpoint-status.ts';

/**
 * What to change of a webhook endpoint. Members that are left out stay as they are.
 */
export interface WebhookEndpointUpdate {
  /** False keeps an endpoint that was created through a portal link when the link ends. Without effect on any other endpoint. */
  ends_with_link?: boolean;
  /** New destination, checked as at creation. Pending deliveries go to it. */
  url?: string;
  /** New name. */
  label?: string;
  /** Types of events to deliver from now on. What is already recorded is still delivered. */
  enabled_event_types?: Array<WebhookEventType>;
  /** Creators whose events to deliver from now on. Empty: every creator of the agency, or those of the key when it is limited. */
  allowed_creator_ids?: Array<string>;
  /** `active` enables the endpoint and resets the count of failed deliveries in a row. `disabled` pauses it; an endpoint that is already disabled keeps its first reason. */
  status?: WebhookEndpointStatus;
}
