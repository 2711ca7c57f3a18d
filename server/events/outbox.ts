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
  /** Of a process that delivers. */
  readonly dispatcher?: Dispatcher | undefined;
  /** Of one that does not. */
  readonly wakeUps?: WakeUps | undefined;
  readonly clock?: Clock | undefined;
  readonly tracing?: Tracing | undefined;
}

/** A statement that brings facts about and publishes them, as a transaction of its own. */
export interface PublishingStatement<Row> {
  /** Runs it with the deliveries that may be leased. Call `onUnknown` where it is unknown whether it was committed. */
  readonly run: (offer: Offer | undefined, onUnknown: () => void) => Promise<readonly Row[]>;
  /** What was published, by its number, and the endpoints that it was queued for. */
  readonly publishedOf: (rows: readonly Row[]) => {
    readonly facts: ReadonlyMap<number, PublishedFact>;
    readonly queued: readonly QueuedRow[];
  };
}

/**
 * Records facts and a delivery of each to every active endpoint that asked for it, in the transaction that brings
 * the facts about: there is no fact without its event and no event without its fact. Any number of events of any number
 * of agencies takes one statement. Where this process delivers, it leases what it has capacity for and sends it when the
 * transaction has committed; the rest is due for any process.
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
   * Publishes in a transaction; with `commits`, by its last statement, which its commit follows at once. Answers with the deliveries of events
   * that are for one endpoint: none where it is disabled or gone.
   */
  async publish(
    handed: Transaction | Publishing,
    events: readonly NewEvent[],
    { commits = false } = {},
  ): Promise<readonly QueuedDelivery[]> {
    if (events.length === 0) return [];
    const transaction = Publishing.open(handed);
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

  /** Publishes by a statement that brings the facts about, too, and commits by itself: facts of these agencies. */
  async publishAlone<Row>(agencyIds: ReadonlySet<string>, { run, publishedOf }: PublishingStatement<Row>): Promise<void> {
    const offer = this.#dispatcher?.offer(agencyIds);
    const { facts, queued } = await inChild(this.#tracing, { name: 'publish events', kind: 'producer' }, async (span) => {
      const published = publishedOf(await run(offer, () => offer && this.#dispatcher!.replaceLease(offer.lease)));
      span?.set({ [EVENT_COUNT]: published.facts.size });
      return published;
    });
    const found = readQueued(queued, (number) => facts.get(number)!, this.#clock.now());
    // A lone caller is answered before its deliveries are sent, and may prepare the next fact meanwhile.
    if (facts.size === 1) setImmediate(() => this.#send(found));
    else this.#send(found);
  }

  /** Publishes in a span, to which the deliveries of events belong that name no other. */
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

  /** Endpoints were disabled. */
  drain(endpointIds: readonly string[]): void {
    this.#outside(() => this.#dispatcher?.drain(endpointIds));
  }

  /** Runs what works for all requests outside the span of the present one. */
  #outside(action: () => void): void {
    this.#tracing.within(undefined, action);
  }
}
