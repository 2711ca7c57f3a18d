// Generated from spec/ by `npm run generate`. Do not edit.

import type { Tag } from './tag.ts';

/**
 * The tag catalogue of the agency.
 */
export interface TagList {
  /** The tags, in the order of the agency's app. */
  data: Array<Tag>;
}
