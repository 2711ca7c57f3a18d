// Generated from spec/ by `npm run generate`. Do not edit.

import type { WebhookEventType } from './webhook-event-type.ts';

/**
 * A webhook endpoint to create.
 */
export interface WebhookEndpointCreate {
  /** Destination: HTTPS, on a public host, without user, password and fragment, and on no port that browsers refuse; and at most 2,048 characters long once its characters are percent-encoded, as it is shown; else 422 `undeliverable_url`. Only its text is checked. A host name that resolves to a private address is accepted, and every delivery to it then fails. */
  url: string;
  /** Name for your reference. Left out, it is empty. */
  label?: string;
  /** Types of events to deliver. */
  enabled_event_types: Array<WebhookEventType>;
  /** Creators whose events to deliver. Empty or left out: every creator of the agency, including future ones; for a key that is limited to some creators, exactly those. */
  allowed_creator_ids?: Array<string>;
}
