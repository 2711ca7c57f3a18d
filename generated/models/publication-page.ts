// Generated from spec/ by `npm run generate`. Do not edit.

import type { Publication } from './publication.ts';

/**
 * One page of publications.
 */
export interface PublicationPage {
  /** The publications of this page, most recently created first. */
  data: Array<Publication>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}
