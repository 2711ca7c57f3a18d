// Generated from spec/ by `npm run generate`. Do not edit.

import type { WebhookEventType } from './webhook-event-type.ts';
import type { WebhookEndpointStatus } from './webhook-endpoint-status.ts';

/**
 * Where events are delivered. The signing secret is shown at creation and rotation only.
 */
export interface WebhookEndpoint {
  /** Endpoint id. */
  id: string;
  /** Destination of the deliveries, HTTPS on a public host. */
  url: string;
  /** Name for the owner's reference. Empty when none was given. */
  label: string;
  /** First characters of the signing secret, for display. */
  secret_prefix: string;
  /** Types of events that the endpoint receives. `ping` is not listed; every endpoint can receive it. */
  enabled_event_types: Array<WebhookEventType>;
  /** Creators whose events the endpoint receives. Empty means every creator of the agency, including future ones. */
  allowed_creator_ids: Array<string>;
  /** Release date of the version that was pinned at creation. Payloads are rendered in it for ever. */
  api_version: string;
  status: WebhookEndpointStatus;
  /** `manual` when paused through the API or the app, `auto_breaker` after 10 failed deliveries in a row, `auto_quota` when most of the agency's pending deliveries were for it and these were more than its quota for 10 minutes, `link_ended` when the portal link ended through which it was created. Null while active. */
  disabled_reason: 'manual' | 'auto_breaker' | 'auto_quota' | 'link_ended' | null;
  /** When the endpoint was disabled. Null while active. */
  disabled_at: string | null;
  /** Failed deliveries in a row, as the circuit breaker counts them: failures recorded together count as one, a success sets it to 0. At 10 the endpoint is disabled. */
  consecutive_failures: number;
  /** Id of the key that created the endpoint. Null where it was brought over, or created before this was kept. */
  created_by_key_id: string | null;
  /** Id of the portal link through which the endpoint was created. Null for any other. */
  created_by_link_id: string | null;
  /** Whether the endpoint is disabled when that link expires or is revoked, with `link_ended`, within two minutes. True at first for an endpoint that was created through a link. A key of the agency keeps the endpoint by setting it to false, or by enabling the endpoint after that. */
  ends_with_link: boolean;
  /** When the endpoint was created. */
  created_at: string;
}
