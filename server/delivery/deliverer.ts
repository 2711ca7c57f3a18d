import { limits } from '../../generated/limits.ts';
import { NotificationListener, type NotificationHandlers } from '../database/client/notification-listener.ts';
import { answersChannel, dueChannel } from '../entities/channels.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import { noTracing } from '../tracing/tracing.ts';
import { Claimer } from './claim/claimer.ts';
import type { Dispatcher, DueEndpoint, Offer } from './claim/dispatcher.ts';
import { readDueMessage } from './claim/due-message.ts';
import type { LeasedDelivery } from './claim/leased-delivery.ts';
import { Leases } from './claim/leases.ts';
import { Returns } from './claim/returns.ts';
import { Slots } from './claim/slots.ts';
import { Suspects } from './claim/suspects.ts';
import { Sweeper } from './claim/sweeper.ts';
import { WaitingLine } from './claim/waiting-line.ts';
import type { DelivererOptions, DeliveryFacts } from './deliverer-options.ts';
import { DeliveryConnection } from './record/connection.ts';
import { dueRetries } from './record/due-retries.ts';
import type { CountedEndpoint, FinishedAttempt } from './record/record.ts';
import { Recorder } from './record/recorder.ts';
import { specifiedRetrySchedule } from './record/retry-schedule.ts';
import { specifiedDeadlineMs } from './send/attempt.ts';
import { InFlightDeliveries, type NotSent } from './send/in-flight-deliveries.ts';
import { ListenerTransport } from './send/listener-transport.ts';
import { Sender } from './send/send.ts';
import { deliverySigner } from './send/sign.ts';
import { SigningKeyCache } from './send/signing-keys.ts';

/** For so long, this process claims no deliveries of an endpoint that it could not send to. Other processes still claim them. */
const pausesMs: Readonly<Record<NotSent, number>> = { unreadable_secret: 15_000, unknown_version: 15_000, untaken: 1_000 };

const attemptsEndWithinMs = 8_000;
const recordsEndWithinMs = 2_000;

/** Outcomes that may wait for the database before claims wait for them. */
const maxUnrecorded = 5_000;

/**
 * Delivers what is due. The methods after the constructor are the hops of a delivery in their order: it is found, claimed (or
 * handed over by a publisher that leased it), waits for a slot, is sent, and its outcome is recorded.
 */
export class Deliverer implements Dispatcher {
  readonly #options: DelivererOptions;
  readonly #clock: Clock;
  readonly #slots: Slots;
  readonly #sender: Pick<Sender, 'send' | 'close'>;
  readonly #listeners: ListenerTransport | undefined;
  readonly #claims: DeliveryConnection;
  readonly #records: DeliveryConnection;
  readonly #heartbeats: DeliveryConnection;
  readonly #leases: Leases;
  readonly #returns: Returns;
  readonly #listener: NotificationListener;
  readonly #sweeper: Sweeper;
  readonly #claimer: Claimer;
  readonly #line: WaitingLine;
  readonly #flights: InFlightDeliveries;
  readonly #recorder: Recorder;
  readonly #suspects: Suspects;
  /** Endpoints whose secret cannot be decrypted, and when that was last found. */
  readonly #unreadable = new Map<string, number>();
  #isStopping = false;

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#sender = options.sender ?? new Sender({ connector: options.connector, deadlineMs: options.deadlineMs ?? specifiedDeadlineMs });
    this.#listeners = this.#makeListeners();
    this.#slots = new Slots({ concurrency: options.concurrency, perEndpoint: options.concurrencyPerEndpoint ?? limits.attemptsOfEndpoint });
    this.#claims = new DeliveryConnection(options.pool);
    this.#records = new DeliveryConnection(options.pool);
    this.#heartbeats = new DeliveryConnection(options.pool);
    this.#leases = this.#makeLeases();
    this.#returns = this.#makeReturns();
    this.#listener = this.#makeListener();
    this.#sweeper = this.#makeSweeper();
    this.#claimer = this.#makeClaimer();
    this.#line = this.#makeLine();
    this.#flights = this.#makeFlights();
    this.#recorder = this.#makeRecorder();
    this.#suspects = this.#makeSuspects();
  }

  // Found: by a notification, or by a sweep.

  #makeListener(): NotificationListener {
    const { pool, log } = this.#options;
    return new NotificationListener({ clock: this.#clock, pool, log, handlers: this.#notificationHandlers });
  }

  /** For due deliveries, answers of listeners, and what others of this process wait for. */
  get #notificationHandlers(): NotificationHandlers {
    const handlers = new Map(this.#options.notificationHandlers);
    handlers.set(dueChannel, (message) => this.#hearDue(message));
    const listeners = this.#listeners;
    if (listeners) handlers.set(answersChannel, (id) => listeners.hear(id));
    return handlers;
  }

  #hearDue(message: string | undefined): void {
    const endpoints = message === undefined ? undefined : readDueMessage(message);
    if (endpoints) this.wake(endpoints);
    else this.#sweeper.sweepNow();
  }

  #makeSweeper(): Sweeper {
    const { pool, log, sweepMs = 1_000 } = this.#options;
    return new Sweeper({
      clock: this.#clock,
      connection: new DeliveryConnection(pool),
      log,
      sweepMs,
      onDue: (endpoints) => this.wake(endpoints),
      onSwept: () => this.#suspects.tryAll(),
      oldestDueMicros: () => this.#claimer.oldestDueMicros,
    });
  }

  wake(endpoints: readonly DueEndpoint[]): void {
    this.#claimer.add(endpoints);
  }

  // Claimed: leased by this process, as many as there are slots for.

  #makeClaimer(): Claimer {
    return new Claimer({
      clock: this.#clock,
      sql: this.#claims,
      slots: this.#slots,
      leases: this.#leases,
      log: this.#options.log,
      isBehind: () => this.#recorder.isFailing || this.#recorder.backlog > maxUnrecorded,
      observeClaim: (durationMs, count) => this.#options.metrics.observeClaim(durationMs, count),
      onClaimed: (deliveries) => this.send(deliveries),
      onNothingFound: (endpointId, sinceMicros) => this.#sweeper.doubt(endpointId, sinceMicros),
    });
  }

  /** What a publisher of this process may lease, so that its deliveries need no claim. */
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

  forget(lease: number): void {
    this.#leases.giveUp(lease);
  }

  // Waits for a slot of its endpoint.

  send(deliveries: readonly LeasedDelivery[]): void {
    const begunAt = performance.now();
    const held = deliveries.filter(({ lease }) => this.#leases.hold(lease));
    if (this.#isStopping) for (const delivery of held) this.#returns.add(delivery);
    else this.#line.add(held);
    this.#options.metrics.observeTask('start deliveries', performance.now() - begunAt);
  }

  #makeLine(): WaitingLine {
    return new WaitingLine({
      clock: this.#clock,
      slots: this.#slots,
      start: (delivery) => this.#flights.start(delivery),
      onReturned: (delivery) => this.#returns.addDue(delivery),
    });
  }

  // Sent: rendered, signed, posted, judged.

  #makeFlights(): InFlightDeliveries {
    const { secrets, formerBrand, retrySchedule = specifiedRetrySchedule, log, metrics, tracing = noTracing } = this.#options;
    return new InFlightDeliveries({
      clock: this.#clock,
      slots: this.#slots,
      sender: this.#sender,
      listeners: this.#listeners,
      keys: new SigningKeyCache(secrets),
      sign: deliverySigner(formerBrand),
      schedule: retrySchedule,
      log,
      metrics,
      tracing,
      onFinished: (finished) => this.#recorder.add(finished),
      onReturned: (delivery) => this.#returns.add(delivery),
      onOwnFailure: () => this.#claimer.pause(),
      onNotSent: (delivery, why) => this.#onNotSent(delivery, why),
      onReadableSecret: (endpointId) => void this.#unreadable.delete(endpointId),
      onEnd: () => {
        this.#line.pump();
        this.#claimer.pump();
      },
    });
  }

  #makeListeners(): ListenerTransport | undefined {
    const { listeners: sql, deadlineMs = specifiedDeadlineMs, log } = this.#options;
    return sql && new ListenerTransport({ sql, clock: this.#clock, deadlineMs, log });
  }

  #onNotSent({ target: { agencyId, endpointId }, leasedAt }: LeasedDelivery, why: NotSent): void {
    this.#claimer.setAside(endpointId, pausesMs[why]);
    if (why === 'unreadable_secret') this.#unreadable.set(endpointId, this.#clock.now());
    if (why !== 'untaken') return;
    // By then, its listener may have a stream again.
    const wake = () => this.wake([{ agencyId, endpointId, sinceMicros: leasedAt * 1_000 }]);
    this.#clock.setTimeout(wake, pausesMs.untaken).unref();
  }

  // Recorded: moved to history, or scheduled again.

  #makeRecorder(): Recorder {
    const { log, gatherMs, metrics } = this.#options;
    return new Recorder({
      clock: this.#clock,
      connection: this.#records,
      log,
      gatherMs,
      observeTask: (durationMs) => metrics.observeTask('record outcomes', durationMs),
      observeWrite: (durationMs, count) => metrics.observeRecord(durationMs, count),
      onFlushed: (lease, count) => this.#leases.settle(lease, count),
      onSettled: (batch, sentAt) => this.#onSettled(batch, sentAt),
      onUnwritable: (batch) => void this.#returns.putOff(batch.map(({ delivery }) => delivery)),
      onCounted: (endpoints) => this.#onCounted(endpoints),
    });
  }

  /** The process that recorded a retry knows when it is due: no query is needed to find it. */
  #onSettled(batch: readonly FinishedAttempt[], sentAt: number): void {
    this.#options.onRecorded?.(batch);
    for (const [inMs, endpoints] of dueRetries(batch, sentAt)) {
      this.#clock.setTimeout(() => this.wake(endpoints), inMs).unref();
    }
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

  drain(endpointIds: readonly string[]): void {
    this.#line.clear(endpointIds);
    this.#sweeper.drain(endpointIds);
  }

  // Leased meanwhile, and free again when a process returns it or dies.

  #makeLeases(): Leases {
    const { log, beatMs, deadAfterMs, awayAfterMs } = this.#options;
    return new Leases({
      clock: this.#clock,
      sql: this.#heartbeats,
      log,
      ...(beatMs === undefined ? {} : { beatMs }),
      ...(deadAfterMs === undefined ? {} : { deadAfterMs }),
      ...(awayAfterMs === undefined ? {} : { awayAfterMs }),
      oldestDueMicros: () => this.#claimer.oldestDueMicros,
      onFreed: (endpoints) => {
        this.#claimer.forgetLowWater();
        this.wake(endpoints);
        this.#suspects.tryAll();
      },
    });
  }

  #makeReturns(): Returns {
    return new Returns({
      sql: this.#claims,
      leases: this.#leases,
      log: this.#options.log,
      onDue: (endpoints) => this.wake(endpoints),
    });
  }

  #makeSuspects(): Suspects {
    return new Suspects({
      clock: this.#clock,
      sql: this.#claims,
      leases: this.#leases,
      flights: this.#flights,
      mayLease: () => this.#claimer.mayLease,
      recorded: () => this.#recorder.flush(),
      log: this.#options.log,
    });
  }

  facts(): DeliveryFacts {
    const longAgo = this.#clock.now() - 2 * pausesMs.unreadable_secret;
    return {
      ...this.#sweeper.facts(),
      unreadableSecretCount: [...this.#unreadable.values()].filter((foundAt) => foundAt > longAgo).length,
      attemptsInFlight: this.#flights.count,
    };
  }

  start(): void {
    this.#leases.start();
    this.#listener.start();
    this.#sweeper.start();
  }

  /** Stops leasing, lets attempts end, records, and ends the lease of what has not ended: it is free at once. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#suspects.stop();
    this.#line.clear();
    await Promise.all([this.#listener.stop(), this.#sweeper.stop(), this.#claimer.stop()]);
    await this.#flights.end(attemptsEndWithinMs);
    await this.#returns.end();
    await this.#recorder.stop(recordsEndWithinMs);
    await this.#leases.stop();
    await this.#sender.close();
    await Promise.all([this.#claims.close(), this.#records.close(), this.#heartbeats.close(), this.#sweeper.close()]);
  }
}
