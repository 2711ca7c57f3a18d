import { limits } from '../../generated/limits.ts';
import { NotificationListener } from '../database/client/notification-listener.ts';
import { answersChannel, dueChannel } from '../entities/channels.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import { Claimer } from './claim/claimer.ts';
import { readDueMessage, type Dispatcher, type DueEndpoint, type Offer } from './claim/dispatcher.ts';
import type { LeasedDelivery } from './claim/leased-delivery.ts';
import { Leases } from './claim/leases.ts';
import { PausedEndpoints } from './claim/paused-endpoints.ts';
import { Returns } from './claim/returns.ts';
import { Slots } from './claim/slots.ts';
import { Suspects } from './claim/suspects.ts';
import { Sweeper } from './claim/sweeper.ts';
import type { DelivererOptions, DeliveryFacts } from './deliverer-options.ts';
import { DeliveryHandler } from './delivery-handler.ts';
import { DeliveryConnection } from './record/connection.ts';
import { ReceiverChanges } from './record/receiver-changes.ts';
import { Recorder } from './record/recorder.ts';
import { specifiedDeadlineMs } from './send/attempt.ts';
import { ListenerTransport } from './send/listener-transport.ts';
import { Sender } from './send/send.ts';

const attemptsEndWithinMs = 8_000;
const recordsEndWithinMs = 2_000;

/** Outcomes that may wait for the database before claims wait for them. */
const maxUnrecorded = 5_000;

/** Connects the parts of delivery: due deliveries are found, claimed, handled (`delivery-handler.ts`) and recorded. */
export class Deliverer implements Dispatcher {
  readonly #clock: Clock;
  readonly #slots: Slots;
  readonly #sender: Pick<Sender, 'send' | 'close'>;
  readonly #claims: DeliveryConnection;
  readonly #records: DeliveryConnection;
  readonly #heartbeats: DeliveryConnection;
  readonly #leases: Leases;
  readonly #returns: Returns;
  readonly #pausedEndpoints = new PausedEndpoints();
  readonly #listener: NotificationListener;
  readonly #sweeper: Sweeper;
  readonly #claimer: Claimer;
  readonly #recorder: Recorder;
  readonly #handler: DeliveryHandler;
  readonly #suspects: Suspects;
  #isStopping = false;

  constructor(options: DelivererOptions) {
    const { pool, log, metrics, webhookListeners, clock = systemClock, deadlineMs = specifiedDeadlineMs } = options;
    this.#clock = clock;
    this.#slots = new Slots({ concurrency: options.concurrency, perEndpoint: options.concurrencyPerEndpoint ?? limits.attemptsOfEndpoint });
    this.#sender = options.sender ?? new Sender({ connector: options.connector, deadlineMs });
    const listenerTransport = webhookListeners && new ListenerTransport({ sql: webhookListeners, clock, deadlineMs, log });
    this.#claims = new DeliveryConnection(pool);
    this.#records = new DeliveryConnection(pool);
    this.#heartbeats = new DeliveryConnection(pool);
    this.#leases = new Leases({
      clock,
      sql: this.#heartbeats,
      log,
      beatMs: options.beatMs,
      deadAfterMs: options.deadAfterMs,
      awayAfterMs: options.awayAfterMs,
      oldestDueMicros: () => this.#claimer.oldestDueMicros,
      onReleased: (endpoints) => {
        this.#claimer.clearLowWater();
        this.wake(endpoints);
        this.#suspects.startRound();
      },
    });
    this.#returns = new Returns({ sql: this.#claims, leases: this.#leases, log, onDue: (endpoints) => this.wake(endpoints) });
    this.#sweeper = new Sweeper({
      clock,
      connection: new DeliveryConnection(pool),
      log,
      sweepMs: options.sweepMs ?? 1_000,
      onDue: (endpoints) => this.wake(endpoints),
      onSwept: () => this.#suspects.startRound(),
      oldestDueMicros: () => this.#claimer.oldestDueMicros,
    });
    this.#claimer = new Claimer({
      clock,
      sql: this.#claims,
      slots: this.#slots,
      leases: this.#leases,
      pausedEndpoints: this.#pausedEndpoints,
      log,
      isBacklogged: () => this.#recorder.isFailing || this.#recorder.backlog > maxUnrecorded,
      observeClaim: (durationMs, count) => metrics.observeClaim(durationMs, count),
      onClaimed: (deliveries) => this.send(deliveries),
      onNothingFound: (endpointId, sinceMicros) => this.#sweeper.checkEndpoint(endpointId, sinceMicros),
    });
    this.#recorder = new Recorder({
      clock,
      connection: this.#records,
      log,
      gatherMs: options.gatherMs,
      observeTask: (durationMs) => metrics.observeTask('record outcomes', durationMs),
      observeWrite: (durationMs, count) => metrics.observeRecord(durationMs, count),
      onFlushed: (lease, count) => this.#leases.settle(lease, count),
      onWritten: (batch, sentAt) => this.#handler.settle(batch, sentAt),
      onUnwritable: (delivery) => void this.#returns.postpone(delivery),
      onCounted: (endpoints) => this.#handler.reportFailing(endpoints),
    });
    this.#handler = new DeliveryHandler({
      ...options,
      clock,
      slots: this.#slots,
      leases: this.#leases,
      returns: this.#returns,
      pausedEndpoints: this.#pausedEndpoints,
      claimer: this.#claimer,
      sweeper: this.#sweeper,
      recorder: this.#recorder,
      receiverChanges: new ReceiverChanges({ sql: this.#claims, log, knownHosts: options.knownHosts }),
      sender: this.#sender,
      listenerTransport,
    });
    this.#suspects = new Suspects({
      clock,
      sql: this.#claims,
      leases: this.#leases,
      handler: this.#handler,
      mayLease: () => this.#claimer.mayLease,
      flushOutcomes: () => this.#recorder.flush(),
      log,
    });
    // Other parts of the process use the same notification listener.
    const handlers = new Map(options.notificationHandlers);
    handlers.set(dueChannel, (message) => this.#onDueNotification(message));
    if (listenerTransport) handlers.set(answersChannel, (id) => listenerTransport.readAnswer(id));
    this.#listener = new NotificationListener({ clock, pool, log, handlers });
  }

  offer(agencyIds: Iterable<string>): Offer | undefined {
    const lease = this.#leases.current;
    if (lease === undefined || this.#isStopping || !this.#claimer.mayLease) return undefined;
    const now = this.#clock.now();
    return { lease, ...this.#slots.offer(agencyIds, this.#pausedEndpoints.unreadable(now), now) };
  }

  send(deliveries: readonly LeasedDelivery[]): void {
    this.#handler.accept(deliveries);
  }

  replaceLease(lease: number): void {
    this.#leases.replace(lease);
  }

  wake(endpoints: readonly DueEndpoint[]): void {
    this.#claimer.add(endpoints);
  }

  drain(endpointIds: readonly string[]): void {
    this.#handler.drain(endpointIds);
  }

  facts(): DeliveryFacts {
    return {
      ...this.#sweeper.facts(),
      // Two pauses: an endpoint that stays unreadable still counts between a pause and the next attempt.
      unreadableSecretCount: this.#pausedEndpoints.unreadable(this.#clock.now(), 2).length,
      attemptsInFlight: this.#handler.inFlightCount,
    };
  }

  start(): void {
    this.#leases.start();
    this.#listener.start();
    this.#sweeper.sweepNow();
  }

  /**
   * Stops leasing, waits for running attempts and saves their outcomes. Ends the leases, so that other processes can claim the remaining
   * deliveries at once.
   */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#suspects.stop();
    this.#handler.stopStarting();
    await Promise.all([this.#listener.stop(), this.#sweeper.stop(), this.#claimer.stop()]);
    await this.#handler.end(attemptsEndWithinMs);
    await this.#returns.end();
    await this.#recorder.stop(recordsEndWithinMs);
    await this.#leases.stop();
    await this.#sender.close();
    await Promise.all([this.#claims.close(), this.#records.close(), this.#heartbeats.close(), this.#sweeper.close()]);
  }

  #onDueNotification(message: string | undefined): void {
    const endpoints = message === undefined ? undefined : readDueMessage(message);
    if (endpoints) this.wake(endpoints);
    else this.#sweeper.sweepNow();
  }
}
