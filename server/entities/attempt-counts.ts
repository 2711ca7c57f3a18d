import type { AttemptCounts, DeliveryAttempt } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';

/** Columns of `delivery_minutes` and `delivery_hours` that count failed attempts. `delivered_count` counts attempts with a 2xx. */
export const failedAttemptColumns = [
  'http_4xx_count',
  'http_5xx_count',
  'timeout_count',
  'connection_error_count',
  'tls_error_count',
  'other_count',
] as const;
type FailedAttemptColumn = (typeof failedAttemptColumns)[number];

/** Upper bounds of the buckets of `latencies`, in milliseconds; one more bucket has the timeouts. */
const bounds = limits.latencyBoundsMs;
export const latencyBuckets = bounds.length + 1;

type Outcome = Pick<DeliveryAttempt, 'status_code' | 'error' | 'duration_ms'>;

function columnOf({ status_code: status, error }: Outcome): FailedAttemptColumn {
  if (error === 'timeout') return 'timeout_count';
  if (error === 'connection_error') return 'connection_error_count';
  if (error === 'tls_error') return 'tls_error_count';
  if (error !== 'http_status' || status === null) return 'other_count';
  if (status >= 400 && status < 500) return 'http_4xx_count';
  return status >= 500 && status < 600 ? 'http_5xx_count' : 'other_count';
}

/** The position, from 1, of the column that counts a failed attempt; null for a successful one. */
export const failedPosition = (attempt: Outcome): number | null =>
  attempt.error === null ? null : failedAttemptColumns.indexOf(columnOf(attempt)) + 1;

/** The position, from 1, of the bucket of an attempt; null if it got no response and did not time out. */
export function bucketPosition({ status_code: status, error, duration_ms: ms }: Outcome): number | null {
  if (error === 'timeout') return latencyBuckets;
  if (status === null) return null;
  const position = bounds.findIndex((bound) => ms <= bound);
  return position < 0 ? bounds.length : position + 1;
}

const positions = Array.from({ length: latencyBuckets }, (_, index) => index + 1);

/** Attempts that took longer are slow: the bound of a bucket next to `slow_endpoint_ms`. */
export const slowMs: number = bounds.findLast((bound) => bound <= limits.slowEndpointMs)!;

/** SQL: the number of slow attempts of the row `c`. */
export const slowAttempts = `(${positions
  .filter((position) => (bounds[position - 2] ?? 0) >= slowMs)
  .map((position) => `c.latencies[${position}]`)
  .join(' + ')})`;

/** SQL of an array with one element for each bucket. */
export const eachBucket = (element: (position: number) => string): string => `ARRAY[${positions.map(element).join(', ')}]`;

/** SQL: the list of the columns. */
export const attemptColumns = [...failedAttemptColumns, 'latencies'].join(', ');

/** SQL of the columns, counted over attempts with `failed_position` and `bucket`. */
export const filteredAttempts = [
  ...failedAttemptColumns.map((column, index) => `count(*) FILTER (WHERE failed_position = ${index + 1})::int AS ${column}`),
  `${eachBucket((position) => `count(*) FILTER (WHERE bucket = ${position})::int`)} AS latencies`,
].join(',\n           ');

/** SQL: the assignments that add the proposed row of an insert to the stored row `c`. */
export const addedAttempts = [
  ...failedAttemptColumns.map((column) => `${column} = c.${column} + excluded.${column}`),
  `latencies = ${eachBucket((position) => `c.latencies[${position}] + excluded.latencies[${position}]`)}`,
].join(',\n           ');

/** SQL of the columns, summed over the rows `m`. */
export const summedAttempts = [
  ...failedAttemptColumns.map((column) => `sum(m.${column})::int AS ${column}`),
  `${eachBucket((position) => `sum(m.latencies[${position}])::int`)} AS latencies`,
].join(', ');

/** SQL: the numbers of failed and of all attempts of the row `c`. */
export const failedAttempts = `(${failedAttemptColumns.map((column) => `c.${column}`).join(' + ')})`;
export const allAttempts = `(c.delivered_count + ${failedAttempts})`;

export const failedCount = (counts: AttemptCounts): number => failedAttemptColumns.reduce((sum, column) => sum + counts[column], 0);
export const attemptCount = (counts: AttemptCounts): number => counts.http_2xx_count + failedCount(counts);

/** A row of counters. */
export type AttemptCountRow = Readonly<Record<FailedAttemptColumn | 'delivered_count', number>>;

export function sumAttempts(rows: readonly AttemptCountRow[]): AttemptCounts {
  const counts = { http_2xx_count: rows.reduce((sum, row) => sum + row.delivered_count, 0) } as Record<keyof AttemptCounts, number>;
  for (const column of failedAttemptColumns) counts[column] = rows.reduce((sum, row) => sum + row[column], 0);
  return counts;
}
