// Generated from spec/ by `npm run generate`. Do not edit.

import type { TimestampResult } from './timestamp-result.ts';

/**
 * The timestamp that the signatures were compared with.
 */
export interface CheckedTimestamp {
  result: TimestampResult;
  /** Name of the header that it was read from, in lower case. Null without one. */
  header: string | null;
  /** What it says. Null where it is missing or malformed. */
  signed_at: string | null;
  /** Seconds from then to now, less than 0 of one in the future. Null where it is missing or malformed. */
  age_seconds: number | null;
}
