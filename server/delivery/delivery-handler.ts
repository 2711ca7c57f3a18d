import { performance } from 'node:perf_hooks';
import { limits } from '../../generated/limits.ts';
import { Chain, type Place } from '../lib/chain.ts';
import { openHeaders } from '../entities/endpoint-headers.ts';
import { sleep, type Clock } from '../lib/clock.ts';
import { noTracing, type Span } from '../tracing/tracing.ts';
import { isKnownRelease } from '../versions/current-forms.ts';
import type { Claimer } from './claim/claimer.ts';
import { DatabaseTime } from './claim/database-time.ts';
import { queuedAt, type LeasedDelivery } from './claim/leased-delivery.ts';
import type { Leases } from './claim/leases.ts';
import { pausesMs, type NotSendableReason, type PausedEndpoints } from './claim/paused-endpoints.ts';
import type { Returns } from './claim/returns.ts';
import { SlotQueue } from './claim/slot-queue.ts';
import type { Slot, Slots } from './claim/slots.ts';
import type { Sweeper } from './claim/sweeper.ts';
import type { DelivererOptions } from './deliverer-options.ts';
import type { CountedEndpoint, FinishedAttempt } from './record/record.ts';
import type { ReceiverChanges } from './record/receiver-changes.ts';
import type { Recorder } from './record/recorder.ts';
import { dueRetries, maxAttempts, retryDelayMs, specifiedRetrySchedule, type RetrySchedule } from './record/retry-schedule.ts';
import { logAttempt } from './send/attempt-log.ts';
import { beginAttempt, endAttempt } from './send/attempt-span.ts';
import type { Attempt, AttemptEnd } from './send/attempt.ts';
import type { ListenerTransport } from './send/listener-transport.ts';
import { classify, type ReceiverOutcome } from './send/outcome.ts';
import { render } from './send/render.ts';
import type { Sender } from './send/send.ts';
import { deliverySigner, type SignDelivery, type SignedDelivery } from './send/sign.ts';
import { SigningKeyCache } from './send/signing-keys.ts';

type SharedOptions = Pick<DelivererOptions, 'secrets' | 'formerBrand' | 'log' | 'metrics' | 'tracing' | 'retrySchedule' | 'onRecorded'>;

export interface DeliveryHandlerOptions extends SharedOptions {
  readonly clock: Clock;
  readonly slots: Slots;
  readonly leases: Pick<Leases, 'track'>;
  readonly returns: Returns;
  readonly pausedEndpoints: PausedEndpoints;
  readonly claimer: Pick<Claimer, 'add' | 'pump' | 'pause'>;
  readonly sweeper: Pick<Sweeper, 'drain'>;
  readonly recorder: Pick<Recorder, 'add'>;
  readonly receiverChanges: Pick<ReceiverChanges, 'observe'>;
  readonly sender: Pick<Sender, 'send'>;
  /** If missing, deliveries to webhook listeners are left to other processes. */
  readonly listenerTransport: Pick<ListenerTransport, 'send'> | undefined;
}

/** A delivery that this process cannot send, found before its attempt begins. */
class NotSendable extends Error {
  readonly reason: NotSendableReason;

  constructor(reason: NotSendableReason, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

/** A delivery whose attempt has begun and not ended. */
interface InFlight {
  readonly delivery: LeasedDelivery;
  /** In milliseconds of the database's clock. */
  readonly startedAt: number;
  readonly slot: Slot;
  readonly onEnded: (() => void) | undefined;
  /** Undefined if the fact is not traced. */
  readonly span: Span | undefined;
  attempt: Pick<Attempt, 'abandon'> | undefined;
  place: Place<InFlight> | undefined;
}

/**
 * Handles a delivery from its claim until its outcome is settled. The methods are the stages, in their order. If this process cannot
 * complete a stage, the delivery returns to the queue, with its attempt not counted.
 */
export class DeliveryHandler {
  readonly #options: DeliveryHandlerOptions;
  readonly #slotQueue: SlotQueue;
  readonly #keys: SigningKeyCache;
  readonly #sign: SignDelivery;
  readonly #schedule: RetrySchedule;
  readonly #databaseTime: DatabaseTime;
  readonly #inFlight = new Chain<InFlight>();
  #isStopping = false;

  constructor(options: DeliveryHandlerOptions) {
    const { clock, slots, returns, secrets, formerBrand, retrySchedule = specifiedRetrySchedule } = options;
    this.#options = options;
    this.#slotQueue = new SlotQueue({
      clock,
      slots,
      start: (delivery) => this.start(delivery),
      onReturned: (delivery) => returns.addDue(delivery),
    });
    this.#keys = new SigningKeyCache(secrets);
    this.#sign = deliverySigner(formerBrand);
    this.#schedule = retrySchedule;
    this.#databaseTime = new DatabaseTime(clock);
  }

  get inFlightCount(): number {
    return this.#inFlight.size;
  }

  /** Claimed: takes deliveries under a lease of this process. If that has ended meanwhile, they are free for others. */
  accept(deliveries: readonly LeasedDelivery[]): void {
    const { leases, returns, metrics } = this.#options;
    const begunAt = performance.now();
    const tracked = deliveries.filter(({ lease }) => leases.track(lease));
    if (this.#isStopping) for (const delivery of tracked) returns.add(delivery);
    else this.#slotQueue.add(tracked);
    metrics.observeTask('start deliveries', performance.now() - begunAt);
  }

  /** Has a slot: starts the attempt. `onEnded` is called when it has ended, or could not begin. */
  start(delivery: LeasedDelivery, onEnded?: () => void): void {
    try {
      if (delivery.attempt <= maxAttempts(this.#schedule)) {
        const startedAt = this.#startOf(delivery);
        return this.#send(delivery, startedAt, this.#prepare(delivery, startedAt), onEnded);
      }
      this.#recordLostAttempt(delivery);
    } catch (error) {
      // A delivery that fails to start must not block others.
      this.#returnUnsent(delivery, error);
    }
    onEnded?.();
  }

  /** The database's clock also records when a delivery was queued. No attempt begins before that time, even if the clocks differ. */
  #startOf(delivery: LeasedDelivery): number {
    this.#databaseTime.observe(delivery.leasedAt, delivery.receivedAt);
    return Math.max(this.#databaseTime.now(), queuedAt(delivery));
  }

  /** Rendered and signed. Throws `NotSendable`. */
  #prepare(delivery: LeasedDelivery, startedAt: number): SignedDelivery {
    const { target, eventId, eventType, deliveryId, isReconstructed, occurredAt, data } = delivery;
    // During an upgrade, a process of the later release sends it.
    if (!isKnownRelease(target.apiVersion)) throw new NotSendable('unknown_version');
    if (target.isListener && !this.#options.listenerTransport) throw new NotSendable('untaken');
    const { keys, headers } = this.#open(delivery);
    const body = render({ id: eventId, type: eventType, occurredAt, data }, target.apiVersion);
    const timestampSeconds = Math.floor(startedAt / 1_000);
    const signed = this.#sign({ eventId, eventType, deliveryId, isReconstructed, body, keys, timestampSeconds });
    for (const header of headers) signed.headers.push(...header);
    return signed;
  }

  /** Decrypts what the attempt needs of its endpoint. */
  #open({ target: { agencyId, endpointId, secrets, headers: sealed } }: LeasedDelivery) {
    try {
      const keys = this.#keys.get({ agency_id: agencyId, endpoint_id: endpointId, secrets });
      const headers = sealed === null ? [] : openHeaders(this.#options.secrets, Buffer.from(sealed, 'base64'), agencyId, endpointId);
      this.#options.pausedEndpoints.removeReadable(endpointId);
      return { keys, headers };
    } catch (error) {
      throw new NotSendable('unreadable_secret', { cause: error });
    }
  }

  #returnUnsent(delivery: LeasedDelivery, error: unknown): void {
    const { log, returns } = this.#options;
    const { endpointId, apiVersion } = delivery.target;
    if (!(error instanceof NotSendable)) {
      log.error({ err: error, event_id: delivery.eventId, delivery_id: delivery.deliveryId }, 'could not start the attempt');
    } else {
      const { reason, cause } = error;
      if (reason === 'unknown_version')
        log.error({ endpoint_id: endpointId, api_version: apiVersion }, 'endpoint is pinned to a version that this release lacks');
      if (reason === 'unreadable_secret') log.error({ err: cause, endpoint_id: endpointId }, 'could not decrypt the signing secret');
      this.#pause(delivery, reason);
    }
    returns.add(delivery);
  }

  #pause({ target: { agencyId, endpointId }, leasedAt }: LeasedDelivery, reason: NotSendableReason): void {
    const { clock, claimer, pausedEndpoints } = this.#options;
    pausedEndpoints.add(endpointId, reason, clock.now());
    if (reason !== 'untaken') return;
    // By then, its listener may have a stream again.
    const wake = () => claimer.add([{ agencyId, endpointId, sinceMicros: leasedAt * 1_000 }]);
    clock.setTimeout(wake, pausesMs.untaken).unref();
  }

  /** Sent: the attempt has a slot until it ends. */
  #send(delivery: LeasedDelivery, startedAt: number, signed: SignedDelivery, onEnded: (() => void) | undefined): void {
    const { clock, slots, sender, listenerTransport, tracing = noTracing } = this.#options;
    const { agencyId, endpointId, url, isListener } = delivery.target;
    const span = beginAttempt(tracing, delivery);
    if (span) signed.headers.push('traceparent', span.traceparent);
    const slot = slots.take(agencyId, endpointId, clock.now());
    const inFlight: InFlight = { delivery, startedAt, slot, onEnded, span, attempt: undefined, place: undefined };
    inFlight.place = this.#inFlight.join(inFlight);
    const settle = (end: AttemptEnd) => this.#finish(inFlight, end);
    inFlight.attempt = isListener ? listenerTransport!.send(delivery, signed, settle) : sender.send(url, signed, settle);
  }

  /** Classified: the end of an attempt is an outcome of the receiver, or of this process. */
  #finish(inFlight: InFlight, end: AttemptEnd): void {
    const { clock, slots, log, returns, claimer } = this.#options;
    const { delivery, slot, span, onEnded } = inFlight;
    slots.release(slot, clock.now(), end.kind === 'timeout');
    this.#inFlight.leave(inFlight.place!);
    const outcome = classify(end);
    endAttempt(span, outcome);
    if (outcome.by === 'receiver') {
      this.#record(inFlight, outcome);
    } else {
      if (end.kind === 'untaken') this.#pause(delivery, 'untaken');
      if (outcome.cause) {
        log.error({ err: outcome.cause, endpoint_id: delivery.target.endpointId }, 'attempt failed because of an error of the service');
        claimer.pause();
      }
      returns.add(delivery);
    }
    onEnded?.();
    this.#slotQueue.pump();
    claimer.pump();
  }

  /** Recorded: delivered, failed, or pending until its retry. */
  #record({ delivery, startedAt, span }: InFlight, outcome: ReceiverOutcome): void {
    const { clock, log, metrics, recorder, receiverChanges } = this.#options;
    const { error, errorDetail, durationMs, statusCode, excerpt } = outcome;
    const retryMs = error === null ? null : retryDelayMs(delivery.attempt, this.#schedule);
    recorder.add({
      delivery,
      status: error === null ? 'delivered' : retryMs === null ? 'failed' : 'pending',
      error,
      attempt: {
        attempted_at: new Date(startedAt).toISOString(),
        duration_ms: durationMs,
        status_code: statusCode,
        error,
        error_detail: errorDetail,
        response_excerpt: excerpt,
      },
      retryDelayMs: retryMs,
      endedAt: clock.now(),
    });
    receiverChanges.observe(delivery.target, startedAt, outcome);
    const trace = span?.logFields;
    const waitedMs = startedAt - queuedAt(delivery);
    metrics.observeAttempt(error ?? 'delivered', durationMs, trace);
    if (delivery.attempt === 1) metrics.observeFirstAttempt(waitedMs, trace);
    if (error === null) metrics.observeDelivered(waitedMs + durationMs, trace);
    logAttempt(log, delivery, outcome, retryMs, trace);
  }

  /** The process that made the last attempt died before it recorded the outcome. */
  #recordLostAttempt(delivery: LeasedDelivery): void {
    const endedAt = this.#options.clock.now();
    this.#options.recorder.add({ delivery, status: 'failed', error: 'connection_error', attempt: null, retryDelayMs: null, endedAt });
  }

  /** Settled: the outcomes are written. This process knows when their retries are due, so no query is needed to find them. */
  settle(batch: readonly FinishedAttempt[], sentAt: number): void {
    const { clock, claimer, onRecorded } = this.#options;
    onRecorded?.(batch);
    for (const [inMs, endpoints] of dueRetries(batch, sentAt)) clock.setTimeout(() => claimer.add(endpoints), inMs).unref();
  }

  /** The breaker has counted failed deliveries of these endpoints. */
  reportFailing(endpoints: readonly CountedEndpoint[]): void {
    const { log, metrics } = this.#options;
    const disabled: string[] = [];
    for (const { agencyId, endpointId, consecutiveFailures, isDisabled } of endpoints) {
      const fields = { agency_id: agencyId, endpoint_id: endpointId, consecutive_failures: consecutiveFailures };
      if (isDisabled) {
        log.warn(fields, 'endpoint disabled after failed deliveries in a row');
        metrics.countBreakerOpening();
        disabled.push(endpointId);
      } else if (consecutiveFailures === limits.failingFailures) {
        log.warn(fields, 'endpoint close to being disabled: deliveries failed in a row');
        metrics.countFailingEndpoint();
      }
    }
    if (disabled.length > 0) this.drain(disabled);
  }

  /** Turns pending deliveries of disabled endpoints among these into failure records. */
  drain(endpointIds: readonly string[]): void {
    this.#slotQueue.clear(endpointIds);
    this.#options.sweeper.drain(endpointIds);
  }

  /** From now on, accepted deliveries and those without a slot return to the queue. */
  stopStarting(): void {
    this.#isStopping = true;
    this.#slotQueue.clear();
  }

  /** Lets attempts end until the deadline and abandons the others. */
  async end(withinMs: number): Promise<void> {
    const { clock } = this.#options;
    const deadline = clock.now() + withinMs;
    while (this.#inFlight.size > 0 && clock.now() < deadline) await sleep(clock, 10);
    for (let inFlight = this.#inFlight.first; inFlight; inFlight = this.#inFlight.first) {
      this.#inFlight.leave(inFlight.place!);
      inFlight.attempt?.abandon();
    }
  }
}
