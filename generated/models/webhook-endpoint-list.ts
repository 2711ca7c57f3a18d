// Generated from spec/ by `npm run generate`. Do not edit.

import type { WebhookEndpoint } from './webhook-endpoint.ts';

/**
 * All webhook endpoints within reach.
 */
export interface WebhookEndpointList {
  /** The endpoints, oldest first. */
  data: Array<WebhookEndpoint>;
}
