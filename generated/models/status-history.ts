// Generated from spec/ by `npm run generate`. Do not edit.

import type { StatusDay } from './status-day.ts';

/**
 * What one part of the service was, day by day.
 */
export interface StatusHistory {
  /** Name of the part. */
  name: string;
  /** The days on which it was seen, oldest first. */
  days: Array<StatusDay>;
}
