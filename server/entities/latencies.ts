import type { FigurePoint, LatencyDistribution } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';
import { latencyBuckets } from './attempt-counts.ts';

const bounds: readonly number[] = limits.latencyBoundsMs;
const timeoutMs = limits.attemptSeconds * 1_000;

/** The numbers of attempts by the bucket of their duration. */
export function sumLatencies(rows: readonly { readonly latencies: readonly number[] }[]): number[] {
  const added = Array<number>(latencyBuckets).fill(0);
  for (const { latencies } of rows) for (const [index, count] of latencies.entries()) added[index]! += count;
  return added;
}

const total = (buckets: readonly number[]) => buckets.reduce((sum, count) => sum + count, 0);

/** The quantile of a share of the attempts, if those of a bucket are spread evenly over it. */
function quantile(buckets: readonly number[], share: number): number {
  let rank = share * total(buckets);
  const index = buckets.findIndex((count) => count > 0 && (rank -= count) <= 1e-9);
  const to = bounds[index];
  if (to === undefined) return timeoutMs;
  const from = bounds[index - 1] ?? 0;
  return Math.round(to + (rank / buckets[index]!) * (to - from));
}

export function quantilesOf(buckets: readonly number[]): Pick<FigurePoint, 'sampled_count' | 'p50_ms' | 'p90_ms' | 'p99_ms'> {
  const sampled_count = total(buckets);
  if (sampled_count === 0) return { sampled_count, p50_ms: null, p90_ms: null, p99_ms: null };
  return { sampled_count, p50_ms: quantile(buckets, 0.5), p90_ms: quantile(buckets, 0.9), p99_ms: quantile(buckets, 0.99) };
}

export const presentLatencies = (buckets: readonly number[]): LatencyDistribution => ({
  ...quantilesOf(buckets),
  buckets: buckets.map((count, index) => ({ up_to_ms: bounds[index] ?? null, count })),
});
