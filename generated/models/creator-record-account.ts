// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * The upstream account of the creator.
 */
export interface CreatorRecordAccount {
  /** Upstream account id. */
  external_id: string;
  /** Upstream username, when known. */
  username: string | null;
  /** When the account was connected. Left out, the time at which the record first came in. */
  connected_at?: string;
}
