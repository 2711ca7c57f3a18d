// Generated from spec/ by `npm run generate`. Do not edit.

import type { OperatorAuditEntry } from './operator-audit-entry.ts';

/**
 * One page of the audit log of this installation.
 */
export interface OperatorAuditPage {
  /** The entries, most recent first. */
  data: Array<OperatorAuditEntry>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}
