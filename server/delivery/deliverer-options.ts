import type { NotificationHandlers } from '../database/client/notification-listener.ts';
import type { Sql } from '../database/client/sql.ts';
import type pg from 'pg';
import type { buildConnector } from 'undici';
import type { SecretOpener } from '../entities/signing-secret.ts';
import type { Clock } from '../lib/clock.ts';
import type { TraceFields, Tracing } from '../tracing/tracing.ts';
import type { FinishedAttempt } from './record/record.ts';
import type { RetrySchedule } from './record/retry-schedule.ts';
import type { Sender } from './send/send.ts';

export interface DeliveryLog {
  isLevelEnabled?(level: string): boolean;
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
  /** What the event loop did in one go. */
  observeTask(task: 'start deliveries' | 'record outcomes', durationMs: number): void;
  countBreakerOpening(): void;
  /** An endpoint has failed so often in a row that it may soon be disabled. */
  countFailingEndpoint(): void;
}

export interface DelivererOptions {
  /** Five of its connections are reserved: for leases, claims, records, slower statements, and to listen. */
  readonly pool: pg.Pool;
  readonly secrets: SecretOpener;
  readonly connector: buildConnector.connector;
  readonly formerBrand: string;
  readonly log: DeliveryLog;
  readonly metrics: DeliveryMetrics;
  readonly tracing?: Pick<Tracing, 'begin'>;
  /** Attempts at once that are busy. */
  readonly concurrency: number;
  /** Attempts at once to one endpoint. */
  readonly concurrencyPerEndpoint?: number;
  readonly retrySchedule?: RetrySchedule;
  /** Called with outcomes that are written. */
  readonly onRecorded?: (batch: readonly FinishedAttempt[]) => void;
  /** From the start of an attempt to the status line. */
  readonly deadlineMs?: number;
  /** How long an outcome may wait for others to be recorded with. */
  readonly gatherMs?: number;
  readonly sweepMs?: number;
  readonly beatMs?: number;
  /** A process that was not seen to beat for so long is dead. */
  readonly deadAfterMs?: number;
  readonly clock?: Clock;
  /** An observer that was itself away for longer than this starts its observation again. */
  readonly awayAfterMs?: number;
  /** What sends, in place of one that opens connections. */
  readonly sender?: Pick<Sender, 'send' | 'close'>;
  /** For the attempts to deliver to listeners; where it is missing, those are left to other processes. */
  readonly listeners?: Sql;
  /** For other channels, on the deliverer's connection that listens. */
  readonly notificationHandlers?: NotificationHandlers;
}

/** What the deliverer knows about itself, for health and metrics. */
export interface DeliveryFacts {
  /** Time since the last sweep of the database that succeeded. */
  readonly heartbeatAgeMs: number;
  /** Endpoints whose signing secret this process cannot decrypt. */
  readonly unreadableSecretCount: number;
  /** Due deliveries that wait for an attempt, counted up to 100,000. */
  readonly backlog: number;
  /** Age of the oldest due delivery that waits for this process; one that waits for its receiver does not count. */
  readonly oldestDueMs: number;
  /** Age of the oldest due delivery, whatever it waits for. */
  readonly oldestPendingMs: number;
  readonly attemptsInFlight: number;
}
