// Generated from spec/ by `npm run generate`. Do not edit.

import type { ClaimedPublication } from './claimed-publication.ts';

/**
 * What a claimer is to post now.
 */
export interface ClaimedPublications {
  /** The publications, the one that has been due longest first. */
  data: Array<ClaimedPublication>;
}
