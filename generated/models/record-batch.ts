// Generated from spec/ by `npm run generate`. Do not edit.

import type { Record } from './record.ts';

/**
 * Records to take in, in one transaction.
 */
export interface RecordBatch {
  /** The records, in any order. */
  records: Array<Record>;
}
