// Generated from spec/ by `npm run generate`. Do not edit.

import type { CreatorAccount } from './creator-account.ts';

/**
 * A creator of the agency.
 */
export interface Creator {
  /** Creator id. */
  id: string;
  /** Name of the creator. */
  name: string;
  account: CreatorAccount;
  /** When the creator joined the agency. */
  created_at: string;
}
