// Generated from spec/ by `npm run generate`. Do not edit.

import type { FanTag } from './fan-tag.ts';

/**
 * A fan of one upstream account. The same fan on another account is another relation.
 */
export interface FanRelation {
  /** Upstream fan id. */
  fan_id: string;
  /** Upstream username, when available. */
  fan_username: string | null;
  /** Employee to whom the fan is assigned. Null when there is none. */
  assigned_user_id: string | null;
  /** True while an AI holds the lock on this fan. */
  ai_active: boolean;
  /** Tags set on the fan. Empty when there are none. */
  tags: Array<FanTag>;
}
