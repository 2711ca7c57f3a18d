// Generated from spec/ by `npm run generate`. Do not edit.

import type { Publication } from './publication.ts';

/**
 * A publication to post, and the lease under which to report its outcome.
 */
export interface ClaimedPublication {
  /** Names this claim of this publication. */
  lease_id: string;
  /** Agency of the publication. */
  agency_id: string;
  publication: Publication;
}
