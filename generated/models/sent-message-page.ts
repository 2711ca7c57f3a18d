// Generated from spec/ by `npm run generate`. Do not edit.

import type { SentMessage } from './sent-message.ts';

/**
 * One page of sent messages.
 */
export interface SentMessagePage {
  /** The sent messages of this page, most recent first. */
  data: Array<SentMessage>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}
