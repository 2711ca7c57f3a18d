// Generated from spec/ by `npm run generate`. Do not edit.

import type { WebhookFailure } from './webhook-failure.ts';

/**
 * One page of failure records.
 */
export interface WebhookFailurePage {
  /** The failure records of this page, most recent first. */
  data: Array<WebhookFailure>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}
