import type { RequestListener } from 'node:http';
import type { EncryptionKeys } from '../access/encryption/keyring.ts';
import type { Config } from '../config/config.ts';
import type { DemoKeyStore } from '../demo/demo-agency.ts';
import type { Listener } from '../http/connection/listener.ts';
import type { TryCounter } from '../http/fairness/try-limit.ts';
import type { Logger } from '../log/log.ts';
import type { MetricFamilies } from '../metrics/exposition.ts';
import type { ModelDatabase } from '../orm/database.ts';
import type { ServiceChecks } from '../status/service-checks.ts';
import type { Tracing } from '../tracing/tracing.ts';

/** What the parent process provides to a worker. */
export interface WorkerContext {
  /** The number of this worker, from 1. */
  readonly number: number;
  readonly tries: TryCounter;
  /** The metrics of all processes. */
  families(): Promise<MetricFamilies>;
}

/** Times in milliseconds that tests shorten. */
export interface Times {
  /** Timeout of an attempt: until the status line, or until the response of a webhook listener. */
  readonly attemptMs: number;
  /** Interval of the renewals of a webhook listener's stream. */
  readonly listenerRenewalMs: number;
  /** Interval of the queries for the live streams of an agency. */
  readonly liveQueryMs: number;
  /** Delay of the count of an outcome's bytes in the history of its agency. */
  readonly historyCountMs: number;
  /** Interval of the searches for due deliveries. */
  readonly sweepMs: number;
  /** Timeout of a check of `/status`. */
  readonly checkMs: number;
  /** How long measurements for `/status` and for operators are cached. */
  readonly measurementMs: number;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly encryptionKeys: EncryptionKeys;
  readonly operatorToken: string;
  readonly log: Logger;
  /** Delays between the attempts of a delivery; 10 s, 1 min and 5 min by default. */
  readonly retryDelaysMs?: readonly number[];
  readonly times?: Partial<Times>;
  /** Replicas that lag by more than this are not used; 30 s by default. */
  readonly replicaLateAfterMs?: number;
  /** Failed authentications with an operator token per address and minute; the contract's limit by default. */
  readonly operatorTries?: number;
  /** The folder of the built console; by default, next to the service. */
  readonly consoleFolder?: string;
  /** Undefined in a process without a parent. */
  readonly worker?: WorkerContext;
  readonly tracing?: Tracing;
}

export interface Service {
  /** The database of requests with a key. */
  readonly database: ModelDatabase;
  readonly publicHandler: RequestListener;
  readonly operatorHandler: RequestListener;
  readonly checks: ServiceChecks;
  start(): Promise<void>;
  /**
   * Creates the demo agency with a key, starts posting its publications, and fills it with data. Resumes an interrupted filling.
   * `onProgress` receives the completed share.
   */
  startDemo(keyStore: DemoKeyStore, onProgress: (share: number) => void): Promise<void>;
  /** The metrics of this process alone. */
  metrics(): Promise<MetricFamilies>;
  /** Ends live streams, so that their clients reconnect to another process. Other requests are still served. */
  endStreams(): void;
  /** Stops claiming and listening, waits for work in flight until the deadline, and closes the pools. */
  stop(listeners: readonly Listener[], deadlineMs: number): Promise<void>;
}
