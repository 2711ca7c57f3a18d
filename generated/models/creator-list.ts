// Generated from spec/ by `npm run generate`. Do not edit.

import type { Creator } from './creator.ts';

/**
 * All creators within reach.
 */
export interface CreatorList {
  /** The creators, by name. */
  data: Array<Creator>;
}
