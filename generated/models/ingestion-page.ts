// Generated from spec/ by `npm run generate`. Do not edit.

import type { Ingestion } from './ingestion.ts';

/**
 * One page of the log of ingestions.
 */
export interface IngestionPage {
  /** The entries, most recent first. */
  data: Array<Ingestion>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}
