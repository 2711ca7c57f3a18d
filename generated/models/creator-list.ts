// Generated from spec/ by `npm run generate`. Do not edit.

import type { Creator } from './creator.ts';

/**
 * All creators within reach.
 */
export interface CreatorList {
  /** The creators, by name as people sort them (the root order of the Unicode Collation Algorithm: case and accents count only between names that are otherwise equal), then by id. */
  data: Array<Creator>;
}
