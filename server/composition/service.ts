import type { RequestListener } from 'node:http';
import type { EncryptionKeys } from '../access/encryption/keyring.ts';
import type { Config } from '../config/config.ts';
import type { DemoAgency, DemoKeyStore } from '../demo/demo-agency.ts';
import type { Listener } from '../http/connection/listener.ts';
import type { TryCounter } from '../http/fairness/login-limiter.ts';
import type { Logger } from '../log/log.ts';
import type { MetricFamilies } from '../metrics/exposition.ts';
import type { ModelDatabase } from '../orm/database.ts';
import type { ServiceChecks } from '../status/service-checks.ts';
import type { Tracing } from '../tracing/tracing.ts';

/** What a process has together with the others of its parent. */
export interface Siblings {
  /** Of this process, from 1. */
  readonly number: number;
  readonly tries: TryCounter;
  /** The metrics of all. */
  families(): Promise<MetricFamilies>;
}

/** Times in milliseconds that the contract or the service sets, and tests shorten. */
export interface Times {
  /** From the start of an attempt to its status line, or to the answer of a listener. */
  readonly attemptMs: number;
  /** From one renewal of a listener's stream to the next. */
  readonly listenerRenewalMs: number;
  /** From one query for the live streams of an agency to the next. */
  readonly liveQueryMs: number;
  /** From an outcome to the count of what it adds to the history of its agency. */
  readonly historyCountMs: number;
  /** From one search for due deliveries to the next. */
  readonly sweepMs: number;
  /** The longest that a check of `/status` takes. */
  readonly checkMs: number;
  /** How long what was measured for `/status` and for operators is shown. */
  readonly measurementMs: number;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly encryptionKeys: EncryptionKeys;
  readonly operatorToken: string;
  readonly log: Logger;
  /** Waits between the attempts of a delivery; 10 s, 1 min and 5 min unless given. */
  readonly retryDelaysMs?: readonly number[];
  readonly times?: Partial<Times>;
  /** A read replica that is further behind the primary is left out; 30 s unless given. */
  readonly replicaLateAfterMs?: number;
  /** Wrong operator tokens of an address in a minute, after which it waits; as the contract says unless given. */
  readonly operatorTries?: number;
  /** Where the built console is; by default, next to the service. */
  readonly consoleFolder?: string;
  readonly siblings?: Siblings;
  /** None unless given. */
  readonly tracing?: Tracing;
}

export interface Service {
  /** As requests with a key have it. */
  readonly database: ModelDatabase;
  readonly publicHandler: RequestListener;
  readonly operatorHandler: RequestListener;
  /** The state of what the service needs. */
  readonly checks: ServiceChecks;
  start(): Promise<void>;
  openDemo(keeper: DemoKeyStore): Promise<DemoAgency>;
  /** Fills the demo agency, or resumes where an earlier process stopped. `onProgress` receives the share that is done. */
  fillDemo(agency: DemoAgency, onProgress: (share: number) => void): Promise<void>;
  /** Posts what is due of the demo agency, in place of an upstream platform. */
  postForDemo(agency: DemoAgency): void;
  /** The metrics of this process alone. */
  metrics(): Promise<MetricFamilies>;
  /** Ends live streams, for their clients to open others elsewhere, while everything else is still served. */
  endStreams(): void;
  /** Stops claiming and listening, lets what is in flight end until the deadline, and closes the pools. */
  stop(listeners: readonly Listener[], deadlineMs: number): Promise<void>;
}
