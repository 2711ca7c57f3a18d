// Generated from spec/ by `npm run generate`. Do not edit.

import type { FanRelation } from './fan-relation.ts';

/**
 * One page of fan relations.
 */
export interface FanRelationPage {
  /** The fans of this page, most recent relation first. */
  data: Array<FanRelation>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}
