// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A read replica.
 */
export interface ServiceReplica {
  /** Its name. */
  name: string;
  /** False while it is left out. */
  is_serving: boolean;
  /** By how many milliseconds it is behind at most. Null where that is not known. */
  lag_ms: number | null;
}
