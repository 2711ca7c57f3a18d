// Generated from spec/ by `npm run generate`. Do not edit.

import type { WebhookEventType } from './webhook-event-type.ts';

/**
 * A webhook endpoint to bring over with its signing secret.
 */
export interface WebhookEndpointImport {
  /** Destination, HTTPS on a public host. */
  url: string;
  /** Name for reference. Left out, it is empty. */
  label?: string;
  /** Types of events to deliver. */
  enabled_event_types: Array<WebhookEventType>;
  /** Creators whose events to deliver. Empty or left out means every creator, including future ones. */
  allowed_creator_ids?: Array<string>;
  /** Name or date of the release to pin. Left out, the current one. */
  api_version?: string;
  /** The signing secret: `svc_whsec_` or `legacy_whsec_`, and 32 characters. */
  secret: string;
}
