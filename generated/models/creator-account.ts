// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * The upstream account that the creator is connected to.
 */
export interface CreatorAccount {
  /** Upstream account id, the `account_id` of the `/v1/accounts` routes. */
  external_id: string;
  /** Upstream username of the account, when known. */
  username: string | null;
  /** When the account was connected. */
  connected_at: string;
}
