// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * What became of deliveries in one minute or hour.
 */
export interface FigurePoint {
  /** When the point begins. */
  at: string;
  /** Deliveries that were acknowledged with a 2xx in it. */
  delivered_count: number;
  /** Deliveries that became a failure record in it. */
  failed_count: number;
  /** Deliveries of the sample that `p50_ms` and `p99_ms` are of. */
  sampled_count: number;
  /** Milliseconds in which half of the sample were acknowledged, from the start of the attempt to the status line. Null where `sampled_count` is 0. */
  p50_ms: number | null;
  /** The same of 99 in 100. Of a sample of fewer than 100 it is the longest time. */
  p99_ms: number | null;
}
