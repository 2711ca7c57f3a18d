// Generated from spec/ by `npm run generate`. Do not edit.

import type { RecordedEvent } from './recorded-event.ts';

/**
 * One page of events.
 */
export interface RecordedEventPage {
  /** The events of this page, most recent first. */
  data: Array<RecordedEvent>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}
