import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { TraceFields } from '../tracing/tracing.ts';
import { registryOf, type MetricFamilies } from './exposition.ts';

export interface NamedPool {
  readonly name: string;
  inUse(): number;
  idle(): number;
  waiting(): number;
}

/** Buckets of delays, which retries make hours long. */
const delaySeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Observes a duration, with the trace as its exemplar if there is one. */
function observe(histogram: Histogram, durationMs: number, labels: Record<string, string> = {}, trace?: TraceFields): void {
  const exemplarLabels: Record<string, string> = { ...trace };
  histogram.observe({ labels, value: durationMs / 1000, exemplarLabels });
}

/** The metrics of a process. */
export class Metrics {
  /** prom-client supports exemplars only in a registry of OpenMetrics. */
  readonly #registry = registryOf(Registry.OPENMETRICS_CONTENT_TYPE);
  readonly #registers = [this.#registry];
  readonly #loopDelay = monitorEventLoopDelay({ resolution: 10 });
  readonly #requests = this.#histogram(
    'service_request_duration_seconds',
    'Duration of HTTP requests by operation and status.',
    seconds,
    'operation',
    'status',
  );
  readonly #deliveries = this.#counter(
    'service_delivery_attempts_total',
    'Delivery attempts by outcome: delivered, or the failure.',
    'outcome',
  );
  readonly #attempts = this.#histogram('service_delivery_attempt_duration_seconds', 'Duration of delivery attempts.', seconds);
  readonly #firstAttempts = this.#histogram(
    'service_delivery_first_attempt_delay_seconds',
    'Time from the queueing of a delivery to the beginning of its first attempt, including the time that it waited for its receiver.',
    delaySeconds,
  );
  readonly #latencies = this.#histogram(
    'service_delivery_latency_seconds',
    'Time from the queueing of a delivery to the response that acknowledged it, retries included.',
    delaySeconds,
  );
  readonly #claims = this.#histogram(
    'service_delivery_claim_duration_seconds',
    'Duration of the statements that claim due deliveries.',
    seconds,
  );
  readonly #claimed = this.#counter(
    'service_delivery_claimed_total',
    'Deliveries that were claimed. Those that are sent by the process that queued them need no claim.',
  );
  readonly #records = this.#histogram(
    'service_delivery_record_duration_seconds',
    'Duration of the statements that record outcomes of attempts.',
    seconds,
  );
  readonly #recorded = this.#counter('service_delivery_recorded_total', 'Outcomes of attempts that were recorded.');
  readonly #refusals = this.#counter(
    'service_refusals_total',
    'Requests that were answered with a problem, by operation and problem.',
    'operation',
    'problem',
  );
  readonly #jobs = this.#histogram(
    'service_job_duration_seconds',
    'Duration of background jobs by task and outcome: completed or failed.',
    [...seconds, 30, 60, 300],
    'task',
    'outcome',
  );
  readonly #breakerOpenings = this.#counter('service_breaker_openings_total', 'Endpoints disabled after ten failed deliveries in a row.');
  readonly #failingEndpoints = this.#counter(
    'service_endpoints_failing_total',
    'Endpoints with five failed deliveries in a row; the breaker opens after ten.',
  );
  readonly #orphaned = this.#counter(
    'service_deliveries_orphaned_total',
    'Deliveries that a process had leased and no longer worked on. The service releases and sends them.',
  );
  readonly #operatorNotices = this.#counter(
    'service_operator_notices_total',
    'Attempts to notify the operator of an endpoint by outcome: delivered, retried later, or failed permanently.',
    'outcome',
  );
  readonly #tasks = this.#histogram(
    'service_event_loop_task_duration_seconds',
    'Time that the event loop was blocked by one task; nothing else runs meanwhile.',
    seconds,
    'task',
  );

  /** `labels` name the process in every line. */
  constructor(labels: Readonly<Record<string, string>> = {}) {
    this.#registry.setDefaultLabels(labels);
    collectDefaultMetrics({ register: this.#registry });
    this.#loopDelay.enable();
    // A series that begins at 0 shows its first increment as an increase.
    for (const outcome of ['delivered', 'retried', 'failed']) this.#operatorNotices.inc({ outcome }, 0);
    const delay = this.#loopDelay;
    this.gauge('service_event_loop_delay_max_seconds', 'Longest event loop delay since the last scrape.', () => delay.max / 1e9);
    this.gauge('service_event_loop_delay_p99_seconds', '99th percentile of the event loop delay since the last scrape.', () => {
      const percentile = delay.percentile(99) / 1e9;
      delay.reset();
      return percentile;
    });
  }

  observeRequest(operation: string, status: number, durationMs: number, trace?: TraceFields): void {
    observe(this.#requests, durationMs, { operation, status: String(status) }, trace);
  }

  observeAttempt(outcome: string, durationMs: number, trace?: TraceFields): void {
    this.#deliveries.inc({ outcome });
    observe(this.#attempts, durationMs, {}, trace);
  }

  observeFirstAttempt(delayMs: number, trace?: TraceFields): void {
    observe(this.#firstAttempts, delayMs, {}, trace);
  }

  observeDelivered(latencyMs: number, trace?: TraceFields): void {
    observe(this.#latencies, latencyMs, {}, trace);
  }

  observeClaim(durationMs: number, deliveryCount: number): void {
    observe(this.#claims, durationMs);
    this.#claimed.inc(deliveryCount);
  }

  observeRecord(durationMs: number, outcomeCount: number): void {
    observe(this.#records, durationMs);
    this.#recorded.inc(outcomeCount);
  }

  /** Begins the series of a scheduled task at 0, so that its first run is an increase in any process. */
  expectJob(task: string): void {
    this.#jobs.zero({ task, outcome: 'completed' });
  }

  observeJob(task: string, outcome: 'completed' | 'failed', durationMs: number): void {
    observe(this.#jobs, durationMs, { task, outcome });
  }

  countRefusal(operation: string, problem: string): void {
    this.#refusals.inc({ operation, problem });
  }

  observeTask(task: string, durationMs: number): void {
    observe(this.#tasks, durationMs, { task });
  }

  countBreakerOpening(): void {
    this.#breakerOpenings.inc();
  }

  countFailingEndpoint(): void {
    this.#failingEndpoints.inc();
  }

  countOrphanedDeliveries(count: number): void {
    this.#orphaned.inc(count);
  }

  countOperatorNotice(outcome: 'delivered' | 'retried' | 'failed'): void {
    this.#operatorNotices.inc({ outcome });
  }

  /** Registers a gauge that is read at each scrape. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    this.#gauge(name, help, [], async (gauge) => gauge.set(await read()));
  }

  /** Registers sums by their label, which are read at each scrape and only grow. */
  counters(name: string, help: string, label: string, read: () => Iterable<readonly [string, number]>): void {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: this.#registers,
      collect() {
        this.reset();
        for (const [value, sum] of read()) this.inc({ [label]: value }, sum);
      },
    });
  }

  /** Registers a gauge of several series, by their label. */
  labelledGauge(
    name: string,
    help: string,
    label: string,
    read: () => Iterable<readonly [string, number]> | Promise<Iterable<readonly [string, number]>>,
  ): void {
    this.#gauge(name, help, [label], async (gauge) => {
      for (const [value, figure] of await read()) gauge.set({ [label]: value }, figure);
    });
  }

  watchPools(pools: readonly NamedPool[]): void {
    this.#gauge('service_pool_connections', 'Database connections by pool and state.', ['pool', 'state'], (gauge) => {
      for (const { name: pool, ...use } of pools) {
        gauge.set({ pool, state: 'in_use' }, use.inUse());
        gauge.set({ pool, state: 'idle' }, use.idle());
        gauge.set({ pool, state: 'waiting' }, use.waiting());
      }
    });
  }

  families(): Promise<MetricFamilies> {
    return this.#registry.getMetricsAsJSON();
  }

  close(): void {
    this.#loopDelay.disable();
  }

  #counter<Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: this.#registers });
  }

  #histogram<Label extends string>(name: string, help: string, buckets: number[], ...labelNames: Label[]): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets, enableExemplars: true, registers: this.#registers });
  }

  #gauge<Label extends string>(name: string, help: string, labelNames: Label[], set: (gauge: Gauge<Label>) => unknown): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: this.#registers,
      async collect() {
        await set(this);
      },
    });
  }
}
