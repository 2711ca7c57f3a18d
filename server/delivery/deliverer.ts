import type pg from 'pg';
import type { buildConnector } from 'undici';
import { limits } from '../../generated/limits.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import type { SecretOpener } from '../entities/signing-secret.ts';
import { specifiedDeadlineMs } from './send/attempt.ts';
import { giveBack, putOff } from './claim/claim.ts';
import { Claimer } from './claim/claimer.ts';
import { DeliveryConnection } from './record/connection.ts';
import type { Dispatcher, DueEndpoint, Offer } from './claim/dispatcher.ts';
import { InFlightDeliveries } from './send/in-flight-deliveries.ts';
import type { LeasedDelivery } from './claim/leased-delivery.ts';
import { Leases } from './claim/leases.ts';
import { WaitingLine } from './claim/waiting-line.ts';
import { Slots } from './claim/slots.ts';
import type { CountedEndpoint, FinishedAttempt } from './record/record.ts';
import { Recorder } from './record/recorder.ts';
import { specifiedRetrySchedule, type RetrySchedule } from './record/retry-schedule.ts';
import { Sender } from './send/send.ts';
import { deliverySigner } from './send/sign.ts';
import { SigningKeyCache } from './send/signing-keys.ts';
import { Suspects } from './claim/suspects.ts';
import { Sweeper } from './claim/sweeper.ts';
import { WakeListener } from './claim/wake-listener.ts';

export interface DeliveryLog {
  isLevelEnabled?(level: string): boolean;
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface DeliveryMetrics {
  /** `outcome` is `delivered` or the error. */
  observeAttempt(outcome: string, durationMs: number): void;
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

/** How long an endpoint is left alone whose secret cannot be decrypted. */
const unreadableSecretPauseMs = 15_000;
/** An endpoint of a version that only a later release has is left to its processes. */
const unknownVersionPauseMs = 15_000;

const attemptsEndWithinMs = 8_000;
const recordsEndWithinMs = 2_000;

/** Outcomes that may wait for the database before claims wait for them. */
const maxUnrecorded = 5_000;

/** A retry is looked for a little before it is due by this process's reckoning of the database's clock. */
const dueMarginMs = 200;

/** Delivers what is due: what is leased is sent at once, and the outcomes go to the recorder. */
export class Deliverer implements Dispatcher {
  readonly #options: DelivererOptions;
  readonly #clock: Clock;
  readonly #slots: Slots;
  readonly #sender: Pick<Sender, 'send' | 'close'>;
  readonly #connections: readonly DeliveryConnection[];
  readonly #claims: DeliveryConnection;
  readonly #leases: Leases;
  readonly #claimer: Claimer;
  readonly #recorder: Recorder;
  readonly #flights: InFlightDeliveries;
  readonly #line: WaitingLine;
  readonly #suspects: Suspects;
  readonly #sweeper: Sweeper;
  readonly #listener: WakeListener;
  /** Endpoints whose secret cannot be decrypted, and when that was last found. */
  readonly #unreadable = new Map<string, number>();
  readonly #returned: LeasedDelivery[] = [];
  /** Endpoints of deliveries that are given back though they may be sent. */
  readonly #due: DueEndpoint[] = [];
  #returning: Promise<void> | undefined;
  #isStopping = false;

  constructor(options: DelivererOptions) {
    const { pool, log, metrics, concurrency, concurrencyPerEndpoint = 32, deadlineMs = specifiedDeadlineMs } = options;
    this.#options = options;
    const clock = options.clock ?? systemClock;
    this.#clock = clock;
    this.#sender = options.sender ?? new Sender({ connector: options.connector, deadlineMs });
    this.#slots = new Slots({ concurrency, perEndpoint: concurrencyPerEndpoint });
    const [claims, records, keeping, sweeping] = Array.from({ length: 4 }, () => new DeliveryConnection(pool)) as [
      DeliveryConnection,
      DeliveryConnection,
      DeliveryConnection,
      DeliveryConnection,
    ];
    this.#connections = [claims, records, keeping];
    this.#claims = claims;
    this.#leases = new Leases({
      clock,
      sql: keeping,
      log,
      ...(options.beatMs === undefined ? {} : { beatMs: options.beatMs }),
      ...(options.deadAfterMs === undefined ? {} : { deadAfterMs: options.deadAfterMs }),
      ...(options.awayAfterMs === undefined ? {} : { awayAfterMs: options.awayAfterMs }),
      oldestDueMicros: () => this.#claimer.oldestDueMicros,
      onFreed: (endpoints) => this.#onFreed(endpoints),
    });
    this.#recorder = new Recorder({
      clock,
      connection: records,
      log,
      gatherMs: options.gatherMs,
      observeTask: (durationMs) => metrics.observeTask('record outcomes', durationMs),
      onFlushed: (lease, count) => this.#leases.settle(lease, count),
      onSettled: (batch) => this.#onSettled(batch),
      onUnwritable: (batch) =>
        void this.#free(
          batch.map(({ delivery }) => delivery),
          putOff,
        ),
      onCounted: (endpoints) => this.#onCounted(endpoints),
    });
    const mayLease = () => this.#claimer.mayLease;
    this.#flights = new InFlightDeliveries({
      clock,
      slots: this.#slots,
      sender: this.#sender,
      keys: new SigningKeyCache(options.secrets),
      sign: deliverySigner(options.formerBrand),
      schedule: options.retrySchedule ?? specifiedRetrySchedule,
      log,
      observeAttempt: (outcome, durationMs) => metrics.observeAttempt(outcome, durationMs),
      onFinished: (finished) => this.#recorder.add(finished),
      onReturned: (delivery) => this.#return(delivery),
      onOwnFailure: () => this.#claimer.pause(),
      onUnreadableSecret: (endpointId) => this.#onUnreadableSecret(endpointId),
      onReadableSecret: (endpointId) => void this.#unreadable.delete(endpointId),
      onUnknownVersion: (endpointId) => this.#claimer.setAside(endpointId, unknownVersionPauseMs),
      onEnd: () => {
        this.#line.pump();
        this.#claimer.pump();
      },
    });
    this.#line = new WaitingLine({
      clock,
      slots: this.#slots,
      start: (delivery) => this.#flights.start(delivery),
      onReturned: (delivery) => {
        this.#due.push({ ...delivery.target, sinceMicros: delivery.leasedAt * 1_000 });
        this.#return(delivery);
      },
    });
    this.#claimer = new Claimer({
      clock,
      sql: claims,
      slots: this.#slots,
      leases: this.#leases,
      log,
      isBehind: () => this.#recorder.isFailing || this.#recorder.backlog > maxUnrecorded,
      onClaimed: (deliveries) => this.send(deliveries),
      onNothingFound: (endpointId, sinceMicros) => this.#sweeper.doubt(endpointId, sinceMicros),
    });
    const recorded = () => this.#recorder.flush();
    this.#suspects = new Suspects({ clock, sql: claims, leases: this.#leases, flights: this.#flights, mayLease, recorded, log });
    this.#sweeper = new Sweeper({
      clock,
      connection: sweeping,
      log,
      sweepMs: options.sweepMs ?? 1_000,
      onDue: (endpoints) => this.#claimer.add(endpoints),
      onSwept: () => this.#suspects.tryAll(),
      oldestDueMicros: () => this.#claimer.oldestDueMicros,
    });
    this.#listener = new WakeListener({
      clock,
      pool,
      log,
      onDue: (endpoints) => (endpoints ? this.wake(endpoints) : this.#sweeper.sweepNow()),
    });
  }

  start(): void {
    this.#leases.start();
    this.#listener.start();
    this.#sweeper.start();
  }

  offer(agencyIds: Iterable<string>): Offer | undefined {
    const lease = this.#leases.current;
    if (lease === undefined || this.#isStopping || !this.#claimer.mayLease) return undefined;
    const now = this.#clock.now();
    this.#slots.setSlowApart(now);
    const slots = this.#slots.capacity;
    const fewer: { id: string; slots: number }[] = [];
    for (const agencyId of agencyIds) {
      const ofAgency = this.#slots.capacityOfAgency(agencyId);
      if (ofAgency < slots) fewer.push({ id: agencyId, slots: ofAgency });
      for (const endpointId of this.#slots.usedEndpoints(agencyId)) {
        fewer.push({ id: endpointId, slots: this.#slots.capacityFor(agencyId, endpointId, slots, now) });
      }
    }
    for (const [endpointId] of this.#unreadable) if (this.#claimer.isAside(endpointId, now)) fewer.push({ id: endpointId, slots: 0 });
    return { lease, slots, slotsPerEndpoint: this.#slots.perEndpoint, fewer };
  }

  send(deliveries: readonly LeasedDelivery[]): void {
    const begunAt = performance.now();
    for (const delivery of deliveries) {
      if (!this.#leases.hold(delivery.lease)) continue;
      if (this.#isStopping) this.#return(delivery);
      else this.#line.add(delivery);
    }
    this.#options.metrics.observeTask('start deliveries', performance.now() - begunAt);
  }

  forget(lease: number): void {
    this.#leases.giveUp(lease);
  }

  wake(endpoints: readonly DueEndpoint[]): void {
    this.#claimer.add(endpoints);
  }

  drain(endpointIds: readonly string[]): void {
    this.#line.clear(endpointIds);
    this.#sweeper.drain(endpointIds);
  }

  facts(): DeliveryFacts {
    const longAgo = this.#clock.now() - 2 * unreadableSecretPauseMs;
    return {
      ...this.#sweeper.facts(),
      unreadableSecretCount: [...this.#unreadable.values()].filter((foundAt) => foundAt > longAgo).length,
      attemptsInFlight: this.#flights.count,
    };
  }

  /** Stops leasing, lets attempts end, records, and ends the lease of what has not ended: it is free at once. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#suspects.stop();
    this.#line.clear();
    await Promise.all([this.#listener.stop(), this.#sweeper.stop(), this.#claimer.stop()]);
    await this.#flights.end(attemptsEndWithinMs);
    await this.#returning;
    await this.#recorder.stop(recordsEndWithinMs);
    await this.#leases.stop();
    await this.#sender.close();
    await Promise.all([...this.#connections.map((connection) => connection.close()), this.#sweeper.close()]);
  }

  #onFreed(endpoints: readonly DueEndpoint[]): void {
    this.#claimer.forgetLowWater();
    this.#claimer.add(endpoints);
    this.#suspects.tryAll();
  }

  #onSettled(batch: readonly FinishedAttempt[]): void {
    this.#options.onRecorded?.(batch);
    const now = this.#clock.now();
    const retries = new Map<number, DueEndpoint[]>();
    for (const { delivery, retryDelayMs, endedAt } of batch) {
      if (retryDelayMs === null) continue;
      const inMs = Math.max(0, retryDelayMs - (now - endedAt));
      const { agencyId, endpointId } = delivery.target;
      const sinceMicros = (delivery.leasedAt + (now - delivery.heardAt) + inMs - dueMarginMs) * 1_000;
      const at = Math.ceil(inMs / 5) * 5;
      if (!retries.has(at)) retries.set(at, []);
      retries.get(at)!.push({ agencyId, endpointId, sinceMicros });
    }
    // The process that recorded a retry knows when it is due: no query is needed to find it.
    for (const [inMs, endpoints] of retries) this.#clock.setTimeout(() => this.wake(endpoints), inMs).unref();
  }

  /** What was neither recorded nor given back becomes free when its lease has ended. */
  #leaveUnderLease(deliveries: readonly LeasedDelivery[]): void {
    for (const { lease } of deliveries) this.#leases.settle(lease);
    for (const lease of new Set(deliveries.map(({ lease }) => lease))) this.#leases.giveUp(lease);
  }

  #onCounted(endpoints: readonly CountedEndpoint[]): void {
    const { log, metrics } = this.#options;
    for (const { agencyId, endpointId, consecutiveFailures, isDisabled } of endpoints) {
      const fields = { agency_id: agencyId, endpoint_id: endpointId, consecutive_failures: consecutiveFailures };
      if (isDisabled) {
        log.warn(fields, 'endpoint disabled after failed deliveries in a row');
        metrics.countBreakerOpening();
      } else if (consecutiveFailures === limits.failingFailures) {
        log.warn(fields, 'endpoint close to being disabled: deliveries failed in a row');
        metrics.countFailingEndpoint();
      }
    }
    const disabled = endpoints.filter(({ isDisabled }) => isDisabled).map(({ endpointId }) => endpointId);
    if (disabled.length > 0) this.drain(disabled);
  }

  #onUnreadableSecret(endpointId: string): void {
    this.#unreadable.set(endpointId, this.#clock.now());
    this.#claimer.setAside(endpointId, unreadableSecretPauseMs);
  }

  #return(delivery: LeasedDelivery): void {
    this.#returned.push(delivery);
    this.#returning ??= new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => this.#returnAll())
      .finally(() => (this.#returning = undefined));
  }

  async #returnAll(): Promise<void> {
    while (this.#returned.length > 0) {
      await this.#free(this.#returned.splice(0), giveBack);
      this.wake(this.#due.splice(0));
    }
  }

  async #free(deliveries: readonly LeasedDelivery[], free: typeof giveBack): Promise<void> {
    try {
      await free(this.#claims, deliveries);
      for (const { lease } of deliveries) this.#leases.settle(lease);
    } catch (error) {
      this.#options.log.warn({ err: error, deliveries: deliveries.length }, 'could not release deliveries; their leases will expire');
      this.#leaveUnderLease(deliveries);
    }
  }
}
