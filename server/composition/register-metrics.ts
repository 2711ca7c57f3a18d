import type { Deliverer } from '../delivery/deliverer.ts';
import type { FairShare } from '../http/fairness/fair-share.ts';
import type { Streams } from '../http/connection/streams.ts';
import type { Logger } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ReplicaFacts } from '../database/replica/replicas.ts';
import type { LimitShare, LimitShares } from '../status/limit-shares.ts';
import type { Freshness, ServiceChecks } from '../status/service-checks.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Pools } from './pools.ts';

interface MetricSources {
  readonly log: Logger;
  readonly pools: Pools;
  readonly serviceState: ServiceChecks;
  readonly streams: Streams;
  readonly share: FairShare;
  readonly deliverer: Deliverer | undefined;
  readonly tracing: Tracing;
  readonly limitShares: () => Promise<LimitShares>;
}

/** Registers the metrics that are read from the parts of the service at each scrape. */
export function registerMetrics(
  metrics: Metrics,
  { log, pools, serviceState, streams, share, deliverer, tracing, limitShares }: MetricSources,
): void {
  metrics.counters(
    'service_log_lines_omitted_total',
    'Log lines dropped because of the rate limit, by kind.',
    'line',
    () => log.budget.omitted,
  );
  if (tracing.counts.size > 0) {
    metrics.counters(
      'service_trace_spans_total',
      'Spans of traces by outcome: exported, dropped because too many waited, or failed at the collector.',
      'outcome',
      () => tracing.counts,
    );
  }
  metrics.watchPools(pools.named);
  if (pools.api.replicas().length > 0) {
    const byReplica = (figure: (replica: ReplicaFacts) => number) => () =>
      pools.api.replicas().map((replica) => [replica.name, figure(replica)] as const);
    const serving = byReplica(({ isServing }) => Number(isServing));
    const lag = byReplica(({ lagSeconds }) => lagSeconds ?? NaN);
    const served = byReplica(({ answeredCount }) => answeredCount);
    const failed = byReplica(({ failedCount }) => failedCount);
    metrics.labelledGauge(
      'service_replica_serving',
      'Whether the read replica is in use: 1, or 0 while it is out of use.',
      'replica',
      serving,
    );
    metrics.labelledGauge('service_replica_lag_seconds', 'Upper bound of the replication lag of the read replica.', 'replica', lag);
    metrics.counters('service_replica_reads_total', 'Reads that the read replica served.', 'replica', served);
    const failedHelp = 'Reads that failed on the read replica and were served by the primary.';
    metrics.counters('service_replica_failed_reads_total', failedHelp, 'replica', failed);
  }
  metrics.gauge('service_live_streams', 'Open live streams.', () => streams.count);
  metrics.gauge(
    'service_publications_oldest_unclaimed_seconds',
    'Age of the oldest due publication that has not been claimed; NaN while the database does not respond.',
    async () => (await serviceState.unclaimedPublicationSeconds()).value ?? Number.NaN,
  );
  metrics.labelledGauge(
    'service_projection_oldest_change_seconds',
    'Age of the oldest change that is not yet in the projection, 0 if the projection is complete; NaN while the database does not respond.',
    'projection',
    async () => {
      const { value } = await serviceState.projections();
      const ageOf = (freshness: Freshness | undefined) => (freshness ? (freshness.oldestChangeSeconds ?? 0) : Number.NaN);
      return Object.entries({ sent_messages: ageOf(value?.sentMessages), analytics: ageOf(value?.analytics) });
    },
  );
  const ofLimits = async (figure: (share: LimitShare) => number) =>
    Object.entries(await limitShares()).map(([name, found]) => [name, figure(found)] as const);
  metrics.labelledGauge(
    'service_limit_largest_share',
    'Largest share of a limit that an agency uses, 1 if it is reached; NaN while the database does not respond.',
    'limit',
    () => ofLimits(({ largest }) => largest),
  );
  metrics.labelledGauge(
    'service_limit_agencies_near',
    'Agencies that use 80 % of a limit or more; NaN while the database does not respond.',
    'limit',
    () => ofLimits(({ nearCount }) => nearCount),
  );
  metrics.gauge('service_requests_running', 'API requests in progress.', () => share.running);
  metrics.gauge('service_requests_waiting', 'API requests that wait for other requests of their agency.', () => share.waiting);
  if (!deliverer) return;
  metrics.gauge(
    'service_delivery_backlog',
    'Due deliveries that wait for an attempt, counted up to 100,000.',
    () => deliverer.facts().backlog,
  );
  metrics.gauge(
    'service_delivery_oldest_due_seconds',
    'Age of the oldest due delivery that waits for this process. Deliveries that wait for their receiver do not count.',
    () => deliverer.facts().oldestDueMs / 1000,
  );
  metrics.gauge(
    'service_delivery_oldest_pending_seconds',
    'Age of the oldest due delivery, including those that wait for their receiver.',
    () => deliverer.facts().oldestPendingMs / 1000,
  );
  metrics.gauge(
    'service_endpoints_behind',
    'Endpoints that receive, and whose oldest due delivery waits too long; NaN while the database does not respond.',
    async () => (await serviceState.behind()).value?.endpoint_count ?? Number.NaN,
  );
  metrics.gauge('service_delivery_attempts_in_flight', 'Attempts in flight.', () => deliverer.facts().attemptsInFlight);
}
