// Generated from spec/ by `npm run generate`. Do not edit.

import type { WebhookDelivery } from './webhook-delivery.ts';

/**
 * One page of deliveries.
 */
export interface WebhookDeliveryPage {
  /** The deliveries of this page, most recent first. */
  data: Array<WebhookDelivery>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}
