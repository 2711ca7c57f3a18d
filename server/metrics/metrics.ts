import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { observed, registryWithExemplars } from './exemplars.ts';
import type { MetricsFormat } from '../lib/metrics-format.ts';
import { textOf } from './open-metrics.ts';
import type { TraceFields } from '../tracing/tracing.ts';

/** A pool as `/metrics` shows it. */
export interface NamedPool {
  readonly name: string;
  inUse(): number;
  idle(): number;
  waiting(): number;
}

/** A read replica as `/metrics` shows it. */
export interface MeasuredReplica {
  readonly name: string;
  readonly isServing: boolean;
  readonly lagSeconds: number | undefined;
  readonly answeredCount: number;
  readonly failedCount: number;
}

/** Delays of deliveries, which retries make hours long. */
const delaySeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Everything that `/metrics` shows, in one registry per process. */
export class Metrics {
  readonly #registry = registryWithExemplars();
  readonly #loopDelay = monitorEventLoopDelay({ resolution: 10 });
  readonly #requests = new Histogram({
    name: 'service_request_duration_seconds',
    help: 'Duration of HTTP requests by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: seconds,
    enableExemplars: true,
    registers: [this.#registry],
  });
  readonly #deliveries = new Counter({
    name: 'service_delivery_attempts_total',
    help: 'Delivery attempts by outcome: delivered, or the failure.',
    labelNames: ['outcome'],
    registers: [this.#registry],
  });
  readonly #attempts = new Histogram({
    name: 'service_delivery_attempt_duration_seconds',
    help: 'Duration of delivery attempts.',
    buckets: seconds,
    enableExemplars: true,
    registers: [this.#registry],
  });
  readonly #firstAttempts = new Histogram({
    name: 'service_delivery_first_attempt_delay_seconds',
    help: 'Time from the queueing of a delivery to the beginning of its first attempt, including the time that it waited for its receiver.',
    buckets: delaySeconds,
    enableExemplars: true,
    registers: [this.#registry],
  });
  readonly #latencies = new Histogram({
    name: 'service_delivery_latency_seconds',
    help: 'Time from the queueing of a delivery to the response that acknowledged it, retries included.',
    buckets: delaySeconds,
    enableExemplars: true,
    registers: [this.#registry],
  });
  readonly #claims = new Histogram({
    name: 'service_delivery_claim_duration_seconds',
    help: 'Duration of the statements that claim due deliveries.',
    buckets: seconds,
    registers: [this.#registry],
  });
  readonly #claimed = new Counter({
    name: 'service_delivery_claimed_total',
    help: 'Deliveries that were claimed. Those that are sent by the process that queued them need no claim.',
    registers: [this.#registry],
  });
  readonly #records = new Histogram({
    name: 'service_delivery_record_duration_seconds',
    help: 'Duration of the statements that record outcomes of attempts.',
    buckets: seconds,
    registers: [this.#registry],
  });
  readonly #recorded = new Counter({
    name: 'service_delivery_recorded_total',
    help: 'Outcomes of attempts that were recorded.',
    registers: [this.#registry],
  });
  readonly #refusals = new Counter({
    name: 'service_refusals_total',
    help: 'Requests that were answered with a problem, by operation and problem.',
    labelNames: ['operation', 'problem'],
    registers: [this.#registry],
  });
  readonly #jobs = new Histogram({
    name: 'service_job_duration_seconds',
    help: 'Duration of background jobs by task and outcome: completed or failed.',
    labelNames: ['task', 'outcome'],
    buckets: [...seconds, 30, 60, 300],
    registers: [this.#registry],
  });
  readonly #breakerOpenings = new Counter({
    name: 'service_breaker_openings_total',
    help: 'Endpoints disabled after ten failed deliveries in a row.',
    registers: [this.#registry],
  });
  readonly #failingEndpoints = new Counter({
    name: 'service_endpoints_failing_total',
    help: 'Endpoints with five failed deliveries in a row; the breaker opens after ten.',
    registers: [this.#registry],
  });
  readonly #orphaned = new Counter({
    name: 'service_deliveries_orphaned_total',
    help: 'Deliveries that a process had leased and no longer worked on. The service releases and sends them.',
    registers: [this.#registry],
  });
  readonly #operatorNotices = new Counter({
    name: 'service_operator_notices_total',
    help: 'Attempts to notify the operator of an endpoint by outcome: delivered, retried later, or failed permanently.',
    labelNames: ['outcome'],
    registers: [this.#registry],
  });

  readonly #tasks = new Histogram({
    name: 'service_event_loop_task_duration_seconds',
    help: 'Time that the event loop was blocked by one task; nothing else runs meanwhile.',
    labelNames: ['task'],
    buckets: seconds,
    registers: [this.#registry],
  });

  /** `labels` name the process in every line. */
  constructor(labels: Readonly<Record<string, string>> = {}) {
    this.#registry.setContentType(Registry.PROMETHEUS_CONTENT_TYPE);
    this.#registry.setDefaultLabels(labels);
    collectDefaultMetrics({ register: this.#registry });
    this.#loopDelay.enable();
    // A series that begins at 0 shows its first increment as an increase.
    for (const outcome of ['delivered', 'retried', 'failed']) this.#operatorNotices.inc({ outcome }, 0);
    const delay = this.#loopDelay;
    new Gauge({
      name: 'service_event_loop_delay_max_seconds',
      help: 'Longest event loop delay since the last scrape.',
      registers: [this.#registry],
      collect() {
        this.set(delay.max / 1e9);
      },
    });
    new Gauge({
      name: 'service_event_loop_delay_p99_seconds',
      help: '99th percentile of the event loop delay since the last scrape.',
      registers: [this.#registry],
      collect() {
        this.set(delay.percentile(99) / 1e9);
        delay.reset();
      },
    });
  }

  observeRequest(operation: string, status: number, durationMs: number, trace?: TraceFields): void {
    this.#requests.observe({ labels: { operation, status: String(status) }, ...observed(durationMs, trace) });
  }

  observeAttempt(outcome: string, durationMs: number, trace?: TraceFields): void {
    this.#deliveries.inc({ outcome });
    this.#attempts.observe(observed(durationMs, trace));
  }

  observeFirstAttempt(delayMs: number, trace?: TraceFields): void {
    this.#firstAttempts.observe(observed(delayMs, trace));
  }

  observeDelivered(latencyMs: number, trace?: TraceFields): void {
    this.#latencies.observe(observed(latencyMs, trace));
  }

  observeClaim(durationMs: number, deliveryCount: number): void {
    this.#claims.observe(durationMs / 1000);
    this.#claimed.inc(deliveryCount);
  }

  observeRecord(durationMs: number, outcomeCount: number): void {
    this.#records.observe(durationMs / 1000);
    this.#recorded.inc(outcomeCount);
  }

  /** A task that runs by itself: its series begins at 0, so that its first run is an increase wherever it happens. */
  expectJob(task: string): void {
    this.#jobs.zero({ task, outcome: 'completed' });
  }

  observeJob(task: string, outcome: 'completed' | 'failed', durationMs: number): void {
    this.#jobs.observe({ task, outcome }, durationMs / 1000);
  }

  countRefusal(operation: string, problem: string): void {
    this.#refusals.inc({ operation, problem });
  }

  observeTask(task: string, durationMs: number): void {
    this.#tasks.observe({ task }, durationMs / 1000);
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

  /** Registers a figure that is read at each scrape. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        this.set(await read());
      },
    });
  }

  /** Registers sums that only grow, by their label, which are read at each scrape. */
  counters(name: string, help: string, label: string, read: () => ReadonlyMap<string, number>): void {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const [value, sum] of read()) this.inc({ [label]: value }, sum);
      },
    });
  }

  /** The same of several things, which a label names. */
  labelledGauge(name: string, help: string, label: string, read: () => Promise<Readonly<Record<string, number>>>): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      async collect() {
        for (const [value, figure] of Object.entries(await read())) this.set({ [label]: value }, figure);
      },
    });
  }

  watchPools(pools: readonly NamedPool[]): void {
    new Gauge({
      name: 'service_pool_connections',
      help: 'Database connections by pool and state.',
      labelNames: ['pool', 'state'],
      registers: [this.#registry],
      collect() {
        for (const pool of pools) {
          this.set({ pool: pool.name, state: 'in_use' }, pool.inUse());
          this.set({ pool: pool.name, state: 'idle' }, pool.idle());
          this.set({ pool: pool.name, state: 'waiting' }, pool.waiting());
        }
      },
    });
  }

  /** Registers what each scrape reads of every replica. */
  watchReplicas(read: () => readonly MeasuredReplica[]): void {
    const common = { labelNames: ['replica'] as const, registers: [this.#registry] };
    const gauge = (name: string, help: string, figure: (replica: MeasuredReplica) => number) =>
      new Gauge({
        ...common,
        name,
        help,
        collect() {
          for (const replica of read()) this.set({ replica: replica.name }, figure(replica));
        },
      });
    const counter = (name: string, help: string, figure: (replica: MeasuredReplica) => number) =>
      new Counter({
        ...common,
        name,
        help,
        collect() {
          this.reset();
          for (const replica of read()) this.inc({ replica: replica.name }, figure(replica));
        },
      });
    gauge('service_replica_serving', 'Whether the read replica is in use: 1, or 0 while it is out of use.', ({ isServing }) =>
      Number(isServing),
    );
    gauge('service_replica_lag_seconds', 'Upper bound of the replication lag of the read replica.', ({ lagSeconds }) => lagSeconds ?? NaN);
    counter('service_replica_reads_total', 'Reads that the read replica served.', ({ answeredCount }) => answeredCount);
    counter(
      'service_replica_failed_reads_total',
      'Reads that failed on the read replica and were served by the primary.',
      (replica) => replica.failedCount,
    );
  }

  text(format: MetricsFormat): Promise<string> {
    return textOf(this.#registry, format);
  }

  close(): void {
    this.#loopDelay.disable();
  }
}
