import { systemClock, type Clock } from '../lib/clock.ts';
import { Publishing } from '../database/client/publishing.ts';
import type { Transaction } from '../database/client/sql.ts';
import type { Dispatcher, DueEndpoint, Offer } from '../delivery/claim/dispatcher.ts';
import type { NewEvent, QueuedDelivery } from '../entities/new-event.ts';
import { publishedFact, publishStatement, readQueued, type PublishedFact, type Queued, type QueuedRow } from './publish-statements.ts';
import { EVENT_COUNT } from '../tracing/attributes.ts';
import { inChild, noTracing, type Span, type Tracing } from '../tracing/tracing.ts';
import type { WakeUps } from './wake-ups.ts';

export interface OutboxOptions {
  /** Set in a process that delivers. */
  readonly dispatcher?: Dispatcher | undefined;
  /** Set in a process that does not deliver. */
  readonly wakeUps?: WakeUps | undefined;
  readonly clock?: Clock | undefined;
  readonly tracing?: Tracing | undefined;
}

/** A statement that records and publishes facts in a separate transaction. */
export interface PublishingStatement<Row> {
  /** Runs it with the number of deliveries that may be leased. Calls `onUnknown` if it is unknown whether it was committed. */
  readonly run: (offer: Offer | undefined, onUnknown: () => void) => Promise<readonly Row[]>;
  /** The published facts by their numbers, and the endpoints with queued deliveries. */
  readonly publishedOf: (rows: readonly Row[]) => {
    readonly facts: ReadonlyMap<number, PublishedFact>;
    readonly queued: readonly QueuedRow[];
  };
}

/**
 * Publishes events in the transaction of their facts: no fact lacks its event, and no event lacks its fact. One statement inserts any
 * number of events of any agencies, and a delivery to each subscribed endpoint. A process that delivers leases deliveries within its
 * capacity and sends them after the commit. Any process can claim the others.
 */
export class Outbox {
  readonly #dispatcher: Dispatcher | undefined;
  readonly #wakeUps: WakeUps | undefined;
  readonly #clock: Clock;
  readonly #tracing: Tracing;

  constructor({ dispatcher, wakeUps, clock = systemClock, tracing = noTracing }: OutboxOptions = {}) {
    this.#dispatcher = dispatcher;
    this.#wakeUps = wakeUps;
    this.#clock = clock;
    this.#tracing = tracing;
  }

  /**
   * Publishes in a transaction; with `commits`, by its last statement. Returns the deliveries of events to one endpoint, which are missing if it is
   * disabled or deleted.
   */
  async publish(
    given: Transaction | Publishing,
    events: readonly NewEvent[],
    { commits = false } = {},
  ): Promise<readonly QueuedDelivery[]> {
    if (events.length === 0) return [];
    const transaction = Publishing.open(given);
    return this.#traced(events, async (traced) => {
      const offer = this.#dispatcher?.offer(new Set(traced.map(({ agencyId }) => agencyId)));
      if (offer) transaction.onUnknown(() => this.#dispatcher!.replaceLease(offer.lease));
      const statement = publishStatement(traced, offer);
      const rows = await (commits ? transaction.queryLast<QueuedRow>(statement) : transaction.query<QueuedRow>(statement));
      const queued = readQueued(rows, (number) => publishedFact(traced[number]!), this.#clock.now());
      transaction.afterCommit(() => this.#send(queued));
      return queued.deliveries;
    });
  }

  /** Publishes facts of these agencies with a statement that also records them, and commits. */
  async publishStandalone<Row>(agencyIds: ReadonlySet<string>, { run, publishedOf }: PublishingStatement<Row>): Promise<void> {
    const offer = this.#dispatcher?.offer(agencyIds);
    const { facts, queued } = await inChild(this.#tracing, { name: 'publish events', kind: 'producer' }, async (span) => {
      const published = publishedOf(await run(offer, () => offer && this.#dispatcher!.replaceLease(offer.lease)));
      span?.set({ [EVENT_COUNT]: published.facts.size });
      return published;
    });
    const found = readQueued(queued, (number) => facts.get(number)!, this.#clock.now());
    // A single caller gets its response before its deliveries are sent, so that it may prepare the next fact meanwhile.
    if (facts.size === 1) setImmediate(() => this.#send(found));
    else this.#send(found);
  }

  /** Publishes in a span, which is the parent of deliveries whose events have no other trace. */
  #traced<Result>(events: readonly NewEvent[], publish: (events: readonly NewEvent[]) => Promise<Result>): Promise<Result> {
    const span = { name: 'publish events', kind: 'producer', attributes: { [EVENT_COUNT]: events.length } } as const;
    const within = ({ traceparent }: Span) => events.map((event) => (event.traceparent === undefined ? { ...event, traceparent } : event));
    return inChild(this.#tracing, span, (opened) => publish(opened ? within(opened) : events));
  }

  #send({ leased, due }: Queued): void {
    if (leased.length > 0) this.#outside(() => this.#dispatcher!.send(leased));
    if (due.length > 0) this.announce(due);
  }

  announce(due: readonly DueEndpoint[]): void {
    this.#outside(() => (this.#dispatcher ? this.#dispatcher.wake(due) : this.#wakeUps?.add(due)));
  }

  /** Call it after endpoints were disabled. */
  drain(endpointIds: readonly string[]): void {
    this.#outside(() => this.#dispatcher?.drain(endpointIds));
  }

  /** Runs work for several requests, outside the span of the current one. */
  #outside(action: () => void): void {
    this.#tracing.within(undefined, action);
  }
}
