// Generated from spec/ by `npm run generate`. Do not edit.

import type { AuditEntry } from './audit-entry.ts';

/**
 * One page of the audit log.
 */
export interface AuditPage {
  /** The entries, most recent first. */
  data: Array<AuditEntry>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}
