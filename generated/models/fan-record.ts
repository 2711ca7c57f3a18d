// Generated from spec/ by `npm run generate`. Do not edit.

import type { FanSubscriptionStatus } from './fan-subscription-status.ts';

/**
 * A fan of an account, by `account_id` and `fan_id`.
 */
export interface FanRecord {
  type: 'fan';
  /** Upstream account id of a creator. */
  account_id: string;
  /** Upstream fan id. */
  fan_id: string;
  /** Upstream username, when available. */
  fan_username: string | null;
  subscription_status: FanSubscriptionStatus;
  /** Whether the fan is online upstream. */
  is_online: boolean;
  /** When the relation began. The fans list is ordered by it. */
  related_at: string;
  /** Tags of the fan. They replace those it had. */
  tag_ids: Array<string>;
}
