// Generated from spec/ by `npm run generate`. Do not edit.

import type { CreatorRecordAccount } from './creator-record-account.ts';

/**
 * A creator, by `id`. The account never changes afterwards.
 */
export interface CreatorRecord {
  type: 'creator';
  /** Creator id. */
  id: string;
  /** Name of the creator. */
  name: string;
  account: CreatorRecordAccount;
  /** When the creator joined. Left out, the time at which the record first came in. */
  created_at?: string;
}
