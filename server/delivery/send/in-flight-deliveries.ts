import { Chain, type Place } from '../../lib/chain.ts';
import { sleep, type Clock } from '../../lib/clock.ts';
import type { DeliveryMetrics } from '../deliverer-options.ts';
import type { Attempt, AttemptEnd } from './attempt.ts';
import type { ListenerTransport } from './listener-transport.ts';
import { DatabaseTime } from '../claim/database-time.ts';
import { judge, type ReceiverOutcome } from './outcome.ts';
import { queuedAt, type LeasedDelivery } from '../claim/leased-delivery.ts';
import type { Slot, Slots } from '../claim/slots.ts';
import type { FinishedAttempt } from '../record/record.ts';
import { isKnownRelease } from '../../versions/current-forms.ts';
import { render } from './render.ts';
import { maxAttempts, retryDelayMs, type RetrySchedule } from '../record/retry-schedule.ts';
import type { Span, Tracing } from '../../tracing/tracing.ts';
import { beginAttempt, endAttempt } from './attempt-span.ts';
import type { Sender } from './send.ts';
import type { SignDelivery } from './sign.ts';
import type { SigningKeyCache, SigningKeys } from './signing-keys.ts';

export interface InFlightLog {
  /** Where lines with a budget of their own are written; as the others where it is missing. */
  readonly plain?: { info(fields: object, message: string): void };
  /** Asked before a line that a receiver brings about; every one is written where it is missing. */
  readonly budget?: { allows(line: 'attempt', endpointId: string): boolean };
  /** Where it is there and false, lines of the level go nowhere. */
  isLevelEnabled?(level: string): boolean;
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * Why a process cannot send a delivery: the endpoint's secret cannot be decrypted, this release lacks the version that the endpoint is pinned to, or
 * no stream of the listener took it.
 */
export type NotSent = 'unreadable_secret' | 'unknown_version' | 'untaken';

export interface InFlightOptions {
  readonly clock: Clock;
  readonly slots: Slots;
  readonly sender: Pick<Sender, 'send'>;
  /** What sends to listeners; where it is missing, their deliveries are left to other processes. */
  readonly listeners: Pick<ListenerTransport, 'send'> | undefined;
  readonly keys: SigningKeyCache;
  readonly sign: SignDelivery;
  readonly schedule: RetrySchedule;
  readonly log: InFlightLog;
  readonly metrics: Pick<DeliveryMetrics, 'observeAttempt' | 'observeFirstAttempt' | 'observeDelivered'>;
  readonly tracing: Pick<Tracing, 'begin'>;
  readonly onFinished: (finished: FinishedAttempt) => void;
  /** Called with a delivery about whose receiver nothing was, or will be, said. */
  readonly onReturned: (delivery: LeasedDelivery) => void;
  /** Called when an attempt failed for a reason of our own. */
  readonly onOwnFailure: () => void;
  /** Called with a delivery that this process cannot send now. */
  readonly onNotSent: (delivery: LeasedDelivery, why: NotSent) => void;
  readonly onReadableSecret: (endpointId: string) => void;
  /** Called when an attempt has ended. */
  readonly onEnd: () => void;
}

interface Flight {
  readonly delivery: LeasedDelivery;
  /** By the database's clock, in milliseconds: when the attempt began. */
  readonly startedAt: number;
  readonly slot: Slot;
  readonly ended: (() => void) | undefined;
  /** Where the fact is traced. */
  readonly span: Span | undefined;
  attempt: Pick<Attempt, 'abandon'> | undefined;
  place: Place<Flight> | undefined;
}

/** Sends leased deliveries and judges how their attempts end. */
export class InFlightDeliveries {
  readonly #options: InFlightOptions;
  readonly #open = new Chain<Flight>();
  readonly #databaseTime: DatabaseTime;

  constructor(options: InFlightOptions) {
    this.#options = options;
    this.#databaseTime = new DatabaseTime(options.clock);
  }

  get count(): number {
    return this.#open.size;
  }

  /** Starts an attempt; `ended` is called when it has ended, also when it could not begin. */
  start(delivery: LeasedDelivery, ended?: () => void): void {
    try {
      if (this.#begin(delivery, ended)) return;
    } catch (error) {
      // What cannot even be started holds up no other.
      const { eventId, deliveryId } = delivery;
      this.#options.log.error({ err: error, event_id: eventId, delivery_id: deliveryId }, 'could not start the attempt');
      this.#options.onReturned(delivery);
    }
    ended?.();
  }

  /** Lets attempts end until the deadline and gives up the others. */
  async end(withinMs: number): Promise<void> {
    const deadline = this.#options.clock.now() + withinMs;
    while (this.#open.size > 0 && this.#options.clock.now() < deadline) await sleep(this.#options.clock, 10);
    for (let flight = this.#open.first; flight; flight = this.#open.first) {
      this.#open.leave(flight.place!);
      flight.attempt?.abandon();
    }
  }

  #begin(delivery: LeasedDelivery, ended: (() => void) | undefined): boolean {
    const { schedule, onFinished, onReturned } = this.#options;
    if (delivery.attempt > maxAttempts(schedule)) {
      // The process that made the last attempt did not live to record it.
      onFinished({
        delivery,
        status: 'failed',
        error: 'connection_error',
        attempt: null,
        retryDelayMs: null,
        endedAt: this.#options.clock.now(),
      });
      return false;
    }
    const { endpointId, apiVersion } = delivery.target;
    if (!isKnownRelease(apiVersion)) {
      // During an upgrade, a process of the later release sends it.
      this.#options.log.error(
        { endpoint_id: endpointId, api_version: apiVersion },
        'endpoint is pinned to a version that this release lacks',
      );
      this.#options.onNotSent(delivery, 'unknown_version');
      onReturned(delivery);
      return false;
    }
    if (delivery.target.isListener && !this.#options.listeners) {
      this.#options.onNotSent(delivery, 'untaken');
      onReturned(delivery);
      return false;
    }
    const keys = this.#keysOf(delivery);
    if (!keys) {
      onReturned(delivery);
      return false;
    }
    this.#send(delivery, keys, ended);
    return true;
  }

  #keysOf(delivery: LeasedDelivery): readonly SigningKeys[] | undefined {
    const { keys, log, onReadableSecret, onNotSent } = this.#options;
    const { target } = delivery;
    try {
      const opened = keys.get({ agency_id: target.agencyId, endpoint_id: target.endpointId, secrets: target.secrets });
      onReadableSecret(target.endpointId);
      return opened;
    } catch (error) {
      log.error({ err: error, endpoint_id: target.endpointId }, 'could not decrypt the signing secret');
      onNotSent(delivery, 'unreadable_secret');
      return undefined;
    }
  }

  #send(delivery: LeasedDelivery, keys: readonly SigningKeys[], ended: (() => void) | undefined): void {
    const { slots, sender, listeners, sign } = this.#options;
    const { target, eventId, eventType, deliveryId, isReconstructed, occurredAt, data } = delivery;
    const body = render({ id: eventId, type: eventType, occurredAt, data }, target.apiVersion);
    const startedAt = this.#startOf(delivery);
    const timestampSeconds = Math.floor(startedAt / 1_000);
    const signed = sign({ eventId, eventType, deliveryId, isReconstructed, body, keys, timestampSeconds });
    const span = beginAttempt(this.#options.tracing, delivery);
    if (span) signed.headers.push('traceparent', span.traceparent);
    const flight: Flight = {
      delivery,
      startedAt,
      slot: slots.take(target.agencyId, target.endpointId, this.#options.clock.now()),
      ended,
      span,
      attempt: undefined,
      place: undefined,
    };
    flight.place = this.#open.join(flight);
    const settle = (end: AttemptEnd) => this.#finish(flight, end);
    flight.attempt = target.isListener ? listeners!.send(delivery, signed, settle) : sender.send(target.url, signed, settle);
  }

  /** The database's clock also stamps when a delivery was queued; no attempt begins before that, however clocks are set. */
  #startOf(delivery: LeasedDelivery): number {
    this.#databaseTime.observe(delivery.leasedAt, delivery.heardAt);
    return Math.max(this.#databaseTime.now(), queuedAt(delivery));
  }

  #finish(flight: Flight, end: AttemptEnd): void {
    const { delivery, slot, ended } = flight;
    const { slots, log, onReturned, onOwnFailure, onEnd } = this.#options;
    slots.release(slot, this.#options.clock.now(), end.kind === 'timeout');
    this.#open.leave(flight.place!);
    const outcome = judge(end);
    endAttempt(flight.span, outcome);
    if (end.kind === 'untaken') this.#options.onNotSent(delivery, 'untaken');
    if (outcome.by === 'receiver') {
      this.#record(flight, outcome);
    } else {
      if (outcome.cause) {
        log.error({ err: outcome.cause, endpoint_id: delivery.target.endpointId }, 'attempt failed because of an error of the service');
        onOwnFailure();
      }
      onReturned(delivery);
    }
    ended?.();
    onEnd();
  }

  #record({ delivery, startedAt, span }: Flight, { error, errorDetail, durationMs, statusCode, excerpt }: ReceiverOutcome): void {
    const { schedule, log, metrics, onFinished } = this.#options;
    const delayMs = error === null ? null : retryDelayMs(delivery.attempt, schedule);
    const endedAt = this.#options.clock.now();
    onFinished({
      delivery,
      status: error === null ? 'delivered' : delayMs === null ? 'failed' : 'pending',
      error,
      attempt: {
        attempted_at: new Date(startedAt).toISOString(),
        duration_ms: durationMs,
        status_code: statusCode,
        error,
        error_detail: errorDetail,
        response_excerpt: excerpt,
      },
      retryDelayMs: delayMs,
      endedAt,
    });
    const trace = span?.logFields;
    metrics.observeAttempt(error ?? 'delivered', durationMs, trace);
    const waitedMs = startedAt - queuedAt(delivery);
    if (delivery.attempt === 1) metrics.observeFirstAttempt(waitedMs, trace);
    if (error === null) metrics.observeDelivered(waitedMs + durationMs, trace);
    // What went well is counted; a line of its own has what did not.
    const fields = () => ({
      event_id: delivery.eventId,
      event_type: delivery.eventType,
      delivery_id: delivery.deliveryId,
      endpoint_id: delivery.target.endpointId,
      agency_id: delivery.target.agencyId,
      attempt: delivery.attempt,
      outcome: error ?? 'delivered',
      error_detail: errorDetail,
      status_code: statusCode,
      duration_ms: durationMs,
      overdue_ms: Math.round(delivery.overdueMs),
      retry_in_ms: delayMs,
      ...trace,
    });
    if (error !== null && !(log.budget?.allows('attempt', delivery.target.endpointId) ?? true)) return;
    if (error !== null) (log.plain ?? log).info(fields(), 'delivery attempt');
    else if (log.isLevelEnabled?.('debug') ?? true) log.debug(fields(), 'delivery attempt');
  }
}
