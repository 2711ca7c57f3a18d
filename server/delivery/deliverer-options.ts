import type pg from 'pg';
import type { buildConnector } from 'undici';
import type { NotificationHandlers } from '../database/client/notification-listener.ts';
import type { Sql } from '../database/client/sql.ts';
import type { SecretOpener } from '../entities/signing-secret.ts';
import type { Clock } from '../lib/clock.ts';
import type { TraceFields, Tracing } from '../tracing/tracing.ts';
import type { FinishedAttempt } from './record/record.ts';
import type { RetrySchedule } from './record/retry-schedule.ts';
import type { DestinationGuard } from './send/destination-connector.ts';
import type { Sender } from './send/send.ts';

export interface DeliveryLog {
  /** If missing, lines of every level are written. */
  isLevelEnabled?(level: string): boolean;
  /** Limits the lines that receivers cause. */
  readonly budget?: { allows(line: 'attempt', endpointId: string): boolean };
  /** The log for lines that `budget` has allowed. */
  readonly plain?: Pick<DeliveryLog, 'info'>;
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface DeliveryMetrics {
  /** `outcome` is `delivered` or the error. The trace of an attempt is the exemplar of its figures. */
  observeAttempt(outcome: string, durationMs: number, trace?: TraceFields): void;
  /** From the time at which a delivery was queued to the beginning of its first attempt. */
  observeFirstAttempt(delayMs: number, trace?: TraceFields): void;
  /** From the time at which a delivery was queued to the end of the attempt that delivered it. */
  observeDelivered(latencyMs: number, trace?: TraceFields): void;
  /** A statement that claimed deliveries. */
  observeClaim(durationMs: number, deliveryCount: number): void;
  /** A statement that recorded outcomes. */
  observeRecord(durationMs: number, outcomeCount: number): void;
  /** Work that occupied the event loop without interruption. */
  observeTask(task: 'start deliveries' | 'record outcomes', durationMs: number): void;
  countBreakerOpening(): void;
  /** An endpoint has failed so often in a row that it may soon be disabled. */
  countFailingEndpoint(): void;
}

export interface DelivererOptions {
  /** Five of its connections are reserved: for leases, claims, records, slower statements, and notifications. */
  readonly pool: pg.Pool;
  readonly secrets: SecretOpener;
  readonly connector: buildConnector.connector;
  /** What the latest connections have shown of hosts. If missing, no change of addresses and no certificate is recorded. */
  readonly knownHosts?: Pick<DestinationGuard, 'addressesOf' | 'certificateEndOf'>;
  readonly formerBrand: string;
  readonly log: DeliveryLog;
  readonly metrics: DeliveryMetrics;
  readonly tracing?: Pick<Tracing, 'begin'>;
  /** The maximum number of busy attempts. */
  readonly concurrency: number;
  /** The maximum number of attempts in flight to one endpoint. */
  readonly concurrencyPerEndpoint?: number;
  readonly retrySchedule?: RetrySchedule;
  /** Called with outcomes that are written. */
  readonly onRecorded?: (batch: readonly FinishedAttempt[]) => void;
  /** From the start of an attempt to the status line. */
  readonly deadlineMs?: number;
  /** The maximum wait of an outcome for others of its batch. */
  readonly gatherMs?: number;
  readonly sweepMs?: number;
  readonly beatMs?: number;
  /** A process without a heartbeat for this time is dead. */
  readonly deadAfterMs?: number;
  readonly clock?: Clock;
  /** An observer with a longer gap between its own observations restarts its observation. */
  readonly awayAfterMs?: number;
  /** Replaces the sender that opens connections. */
  readonly sender?: Pick<Sender, 'send' | 'close'>;
  /** For attempts to webhook listeners. If missing, their deliveries are left to other processes. */
  readonly webhookListeners?: Sql;
  /** Handlers of other channels for the deliverer's notification listener. */
  readonly notificationHandlers?: NotificationHandlers;
}

/** The deliverer's state, for health and metrics. */
export interface DeliveryFacts {
  /** Time since the last successful sweep of the database. */
  readonly heartbeatAgeMs: number;
  /** Endpoints whose signing secret this process cannot decrypt. */
  readonly unreadableSecretCount: number;
  /** Due deliveries that wait for an attempt, counted up to 100,000. */
  readonly backlog: number;
  /** Age of the oldest due delivery that waits for this process. Deliveries that wait for their receiver do not count. */
  readonly oldestDueMs: number;
  /** Age of the oldest due delivery, including those that wait for their receiver. */
  readonly oldestPendingMs: number;
  readonly attemptsInFlight: number;
}
