// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * One day in UTC. What its minutes lack of 1,440 was seen by nobody, as while the database was away.
 */
export interface StatusDay {
  /** The day. */
  date: string;
  /** Minutes in which the part worked. */
  operational_minutes: number;
  /** Minutes in which it was late, or did a part of its work. */
  degraded_minutes: number;
  /** Minutes in which it did nothing. */
  down_minutes: number;
}
