import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { buildConnector } from 'undici';
import { specifiedDeadlineMs, type Attempt, type AttemptEnd } from './attempt.ts';
import type { ClaimedDelivery } from './claim.ts';
import { Claimer } from './claimer.ts';
import { DeliveryConnection } from './connection.ts';
import { judge, type ReceiverOutcome } from './outcome.ts';
import { Places, type Place } from './places.ts';
import { Recorder } from './recorder.ts';
import { render } from './render.ts';
import { maxAttempts, retryDelayMs, specifiedRetrySchedule, type RetrySchedule } from './retry-schedule.ts';
import { Sender } from './send.ts';
import { deliverySigner, type SignDelivery } from './sign.ts';
import { SigningKeyCache, type SigningKeys } from './signing-keys.ts';
import type { SecretOpener } from './signing-secret.ts';
import { letGo } from './unsent.ts';
import { Upkeep } from './upkeep.ts';
import { listenForWakes, type DeliveryWake } from './wake.ts';

export interface DeliveryLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface DeliveryMetrics {
  /** `outcome` is `delivered` or the error. */
  observeAttempt(outcome: string, durationMs: number): void;
  countBreakerOpening(): void;
}

export interface DelivererOptions {
  /** Three of its connections are kept: for claims, for records, and for what is slower. */
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
  /** From the start of an attempt to the status line. */
  readonly deadlineMs?: number;
  /** How long an outcome may wait for others to be recorded with. */
  readonly gatherMs?: number;
  readonly sweepMs?: number;
}

/** What the deliverer knows about itself, for health and metrics. */
export interface DeliveryFacts {
  /** Time since the last look at the database that succeeded. */
  readonly heartbeatAgeMs: number;
  /** Endpoints whose signing secret this process cannot decrypt. */
  readonly unreadableSecretCount: number;
  /** Pending deliveries, counted up to 100,000. */
  readonly backlog: number;
  /** Age of the delivery that is due longest. */
  readonly oldestDueMs: number;
  readonly attemptsInFlight: number;
}

/** An expired lease is taken by another claim: the attempt and its record must be over by then. */
const leaseMarginMs = 10_000;

/** How long an endpoint is left alone whose secret cannot be decrypted. */
const unreadableSecretPauseMs = 15_000;

const attemptsEndWithinMs = 8_000;
const recordsEndWithinMs = 2_000;

/** Outcomes that may wait for the database before claims wait for them. */
const maxUnrecorded = 5_000;

interface Flight {
  readonly delivery: ClaimedDelivery;
  readonly place: Place;
  attempt: Attempt | undefined;
}

/** Delivers what is due: what is claimed is sent at once, and the outcomes go to the recorder. */
export class Deliverer implements DeliveryWake {
  readonly #options: DelivererOptions;
  readonly #schedule: RetrySchedule;
  readonly #keys: SigningKeyCache;
  readonly #sign: SignDelivery;
  readonly #sender: Sender;
  readonly #places: Places;
  readonly #claims: DeliveryConnection;
  readonly #records: DeliveryConnection;
  readonly #claimer: Claimer;
  readonly #recorder: Recorder;
  readonly #upkeep: Upkeep;
  readonly #flights = new Set<Flight>();
  /** Endpoints whose secret cannot be decrypted, and when that was last found. */
  readonly #unreadable = new Map<string, number>();
  readonly #returned: ClaimedDelivery[] = [];
  #stopListening: (() => void) | undefined;
  #returning: Promise<void> | undefined;
  #isStopping = false;

  constructor(options: DelivererOptions) {
    const { pool, log, concurrency, concurrencyPerEndpoint = 32, deadlineMs = specifiedDeadlineMs } = options;
    this.#options = options;
    this.#schedule = options.retrySchedule ?? specifiedRetrySchedule;
    this.#keys = new SigningKeyCache(options.secrets);
    this.#sign = deliverySigner(options.formerBrand);
    this.#sender = new Sender({ connector: options.connector, deadlineMs });
    this.#places = new Places({ concurrency, perEndpoint: concurrencyPerEndpoint });
    this.#claims = new DeliveryConnection(pool);
    this.#records = new DeliveryConnection(pool);
    this.#upkeep = new Upkeep({
      connection: new DeliveryConnection(pool),
      log,
      sweepMs: options.sweepMs ?? 1_000,
      onDue: (endpointIds) => this.#claimer.add(endpointIds),
    });
    this.#recorder = new Recorder({
      connection: this.#records,
      log,
      gatherMs: options.gatherMs,
      onRecorded: (soonestRetryMs) => this.#upkeep.lookIn(soonestRetryMs),
      onDisabled: (endpointIds) => this.#onDisabled(endpointIds),
    });
    this.#claimer = new Claimer({
      sql: this.#claims,
      places: this.#places,
      leaseMs: deadlineMs + leaseMarginMs,
      log,
      isBehind: () => this.#recorder.backlog > maxUnrecorded,
      onClaimed: (deliveries) => this.#startAll(deliveries),
      // It may be disabled, and what waits for it is to be drained.
      onNothingFound: () => this.#upkeep.lookIn(0),
    });
  }

  start(): void {
    this.#stopListening = listenForWakes(this);
    this.#upkeep.start();
  }

  wake(endpointIds?: readonly string[]): void {
    if (endpointIds) this.#claimer.add(endpointIds);
    else this.#upkeep.lookIn(0);
  }

  facts(): DeliveryFacts {
    const longAgo = performance.now() - 2 * unreadableSecretPauseMs;
    return {
      ...this.#upkeep.facts(),
      unreadableSecretCount: [...this.#unreadable.values()].filter((foundAt) => foundAt > longAgo).length,
      attemptsInFlight: this.#flights.size,
    };
  }

  /** Stops claiming, lets attempts end, gives back what has not ended, and records. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopListening?.();
    await Promise.all([this.#upkeep.stop(), this.#claimer.stop()]);
    const deadline = performance.now() + attemptsEndWithinMs;
    while (this.#flights.size > 0 && performance.now() < deadline) await sleep(10);
    for (const { attempt } of [...this.#flights]) attempt?.abandon();
    this.#returnLeases();
    await this.#returning;
    await this.#recorder.stop(recordsEndWithinMs);
    await this.#sender.close();
    await Promise.all([this.#claims.close(), this.#records.close(), this.#upkeep.close()]);
  }

  #startAll(deliveries: readonly ClaimedDelivery[]): void {
    if (this.#isStopping) this.#returned.push(...deliveries);
    else for (const delivery of deliveries) this.#startApart(delivery);
    this.#returnLeases();
  }

  /** What cannot even be started holds up no other: its lease expires and the attempt counts. */
  #startApart(delivery: ClaimedDelivery): void {
    try {
      this.#start(delivery);
    } catch (error) {
      const { event_id, delivery_id } = delivery;
      this.#options.log.error({ err: error, event_id, delivery_id }, 'attempt cannot be started');
    }
  }

  #start(delivery: ClaimedDelivery): void {
    if (delivery.revoked || delivery.withheld) {
      this.#returned.push(delivery);
      if (delivery.revoked) this.#upkeep.drain([delivery.endpoint_id]);
      return;
    }
    if (delivery.attempt > maxAttempts(this.#schedule)) {
      // The process that made the last attempt did not live to record it.
      this.#recorder.add({
        delivery,
        status: 'failed',
        error: 'connection_error',
        attempt: null,
        retryDelayMs: null,
        endedAt: performance.now(),
      });
      return;
    }
    const keys = this.#keysOf(delivery);
    if (keys) this.#send(delivery, keys);
    else this.#returned.push(delivery);
  }

  #keysOf(delivery: ClaimedDelivery): readonly SigningKeys[] | undefined {
    const { endpoint_id } = delivery;
    try {
      const keys = this.#keys.get(delivery);
      this.#unreadable.delete(endpoint_id);
      return keys;
    } catch (error) {
      if (!this.#unreadable.has(endpoint_id)) this.#options.log.error({ err: error, endpoint_id }, 'signing secret cannot be read');
      this.#unreadable.set(endpoint_id, performance.now());
      this.#claimer.setAside(endpoint_id, unreadableSecretPauseMs);
      return undefined;
    }
  }

  #send(delivery: ClaimedDelivery, keys: readonly SigningKeys[]): void {
    const { event_id, event_type, delivery_id, endpoint_id, occurred_at, data, api_version, url } = delivery;
    const text = render({ id: event_id, type: event_type, occurredAt: occurred_at, data }, api_version);
    const timestampSeconds = Math.floor(Date.now() / 1000);
    const signed = this.#sign({ eventId: event_id, eventType: event_type, deliveryId: delivery_id, body: text, keys, timestampSeconds });
    const flight: Flight = { delivery, place: this.#places.take(endpoint_id, performance.now()), attempt: undefined };
    this.#flights.add(flight);
    flight.attempt = this.#sender.send(url, signed, (end) => this.#finish(flight, end));
  }

  #finish(flight: Flight, end: AttemptEnd): void {
    const { delivery, place } = flight;
    this.#places.release(place);
    this.#flights.delete(flight);
    const outcome = judge(end);
    if (outcome.by === 'receiver') {
      this.#record(delivery, outcome);
    } else {
      if (outcome.cause) {
        this.#options.log.error({ err: outcome.cause, endpoint_id: delivery.endpoint_id }, 'attempt failed on our side');
        this.#claimer.pause();
      }
      this.#returned.push(delivery);
      this.#returnLeases();
    }
    this.#claimer.pump();
  }

  #record(delivery: ClaimedDelivery, { error, durationMs, statusCode, excerpt }: ReceiverOutcome): void {
    const delayMs = error === null ? null : retryDelayMs(delivery.attempt, this.#schedule);
    this.#recorder.add({
      delivery,
      status: error === null ? 'delivered' : delayMs === null ? 'failed' : 'pending',
      error,
      attempt: {
        attempted_at: new Date(delivery.attempted_at).toISOString(),
        duration_ms: durationMs,
        status_code: statusCode,
        error,
        response_excerpt: excerpt,
      },
      retryDelayMs: delayMs,
      endedAt: performance.now(),
    });
    this.#options.metrics.observeAttempt(error ?? 'delivered', durationMs);
    this.#options.log.info(
      {
        event_id: delivery.event_id,
        event_type: delivery.event_type,
        delivery_id: delivery.delivery_id,
        endpoint_id: delivery.endpoint_id,
        agency_id: delivery.agency_id,
        attempt: delivery.attempt,
        outcome: error ?? 'delivered',
        status_code: statusCode,
        duration_ms: durationMs,
        overdue_ms: Math.round(delivery.overdue_ms),
        retry_in_ms: delayMs,
      },
      'delivery attempt',
    );
  }

  #onDisabled(endpointIds: readonly string[]): void {
    for (const endpoint_id of endpointIds) {
      this.#options.log.warn({ endpoint_id }, 'endpoint disabled after failed deliveries in a row');
      this.#options.metrics.countBreakerOpening();
    }
    this.#upkeep.drain(endpointIds);
  }

  #returnLeases(): void {
    if (this.#returned.length === 0) return;
    const deliveries = this.#returned.splice(0);
    this.#returning = (this.#returning ?? Promise.resolve())
      .then(() => letGo(this.#claims, deliveries))
      .catch((error: unknown) => this.#options.log.warn({ err: error, leases: deliveries.length }, 'leases are left to expire'));
  }
}
