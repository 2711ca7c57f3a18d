// Generated from spec/ by `npm run generate`. Do not edit.

import type { Media } from './media.ts';
import type { PublicationStatus } from './publication-status.ts';

/**
 * A post on a creator's upstream account.
 */
export interface Publication {
  /** Publication id. */
  id: string;
  /** Creator in whose name it is posted. */
  creator_id: string;
  /** Text of the post. Null when it has media alone. */
  text: string | null;
  /** Media in display order. Empty when it has text alone. */
  media: Array<Media>;
  status: PublicationStatus;
  /** Why it was not posted, as it was reported. Null unless it failed, and where no reason was given. */
  failure_reason: string | null;
  /** When it is to be posted. Null when it is to be posted at once. */
  scheduled_at: string | null;
  /** When it was posted, as it was reported. Null until then. */
  published_at: string | null;
  /** When it was created. */
  created_at: string;
}
