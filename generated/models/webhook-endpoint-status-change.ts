// Generated from spec/ by `npm run generate`. Do not edit.

import type { WebhookEndpointStatus } from './webhook-endpoint-status.ts';

/**
 * Whether a webhook endpoint is paused.
 */
export interface WebhookEndpointStatusChange {
  /** `disabled` pauses the endpoint, `active` enables it again. */
  status: WebhookEndpointStatus;
}
