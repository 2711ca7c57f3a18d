// Generated from spec/ by `npm run generate`. Do not edit.

import type { QuotaName } from './quota-name.ts';

export interface QuotaReachedMembers {
  /** Which quota. */
  quota: QuotaName;
  /** What the agency is allowed. */
  allowed: number;
}
