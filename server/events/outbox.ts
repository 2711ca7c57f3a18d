import { systemClock, type Clock } from '../lib/clock.ts';
import { Publishing } from '../database/client/publishing.ts';
import type { Transaction } from '../database/client/sql.ts';
import type { Dispatcher, DueEndpoint, Offer } from '../delivery/claim/dispatcher.ts';
import type { NewEvent, QueuedDelivery } from '../entities/event.ts';
import { publishStatement, publishToStatement, readQueued, type Queued, type QueuedRow } from './publish-statements.ts';
import type { WakeUps } from './wake-ups.ts';

export interface OutboxOptions {
  /** Of a process that delivers. */
  readonly dispatcher?: Dispatcher | undefined;
  /** Of one that does not. */
  readonly wakeUps?: WakeUps | undefined;
  readonly clock?: Clock | undefined;
}

/** A statement that brings facts about and publishes them, as a transaction of its own. */
export interface PublishingStatement<Row> {
  /** Runs it with the deliveries that may be leased. Call `onUnknown` where it is unknown whether it was committed. */
  readonly run: (offer: Offer | undefined, onUnknown: () => void) => Promise<readonly Row[]>;
  /** What was published, by its number, and the endpoints that it was queued for. */
  readonly publishedOf: (rows: readonly Row[]) => { readonly events: readonly NewEvent[]; readonly queued: readonly QueuedRow[] };
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

  constructor({ dispatcher, wakeUps, clock = systemClock }: OutboxOptions = {}) {
    this.#dispatcher = dispatcher;
    this.#wakeUps = wakeUps;
    this.#clock = clock;
  }

  async publish(handed: Transaction | Publishing, events: readonly NewEvent[]): Promise<void> {
    if (events.length === 0) return;
    const transaction = Publishing.open(handed);
    const offer = this.#offer(transaction, events);
    this.#sendAfterCommit(transaction, events, offer, await transaction.query<QueuedRow>(publishStatement(events, offer)));
  }

  /** Publishes as the transaction's last act, which its commit follows at once. */
  async publishLast(transaction: Transaction, events: readonly NewEvent[]): Promise<void> {
    if (events.length === 0) return;
    const offer = this.#offer(transaction, events);
    this.#sendAfterCommit(transaction, events, offer, await transaction.queryLast<QueuedRow>(publishStatement(events, offer)));
  }

  /** Publishes by a statement that brings the facts about, too, and commits by itself: facts of these agencies. */
  async publishAlone<Row>(agencyIds: ReadonlySet<string>, { run, publishedOf }: PublishingStatement<Row>): Promise<void> {
    const offer = this.#dispatcher?.offer(agencyIds);
    const rows = await run(offer, () => offer && this.#dispatcher!.forget(offer.lease));
    const { events, queued } = publishedOf(rows);
    const found = readQueued(queued, events, offer?.lease, this.#clock.now());
    // A lone caller is answered before its deliveries are sent, and may prepare the next fact meanwhile.
    if (events.length === 1) setImmediate(() => this.#send(found));
    else this.#send(found);
  }

  /**
   * Records an event for one endpoint alone, whatever it subscribed to. Answers null when the endpoint is disabled or
   * gone.
   */
  async publishTo(handed: Transaction | Publishing, endpointId: string, event: NewEvent): Promise<QueuedDelivery | null> {
    const transaction = Publishing.open(handed);
    const offer = this.#offer(transaction, [event]);
    const rows = await transaction.query<QueuedRow & { ids: string }>(publishToStatement(endpointId, event, offer));
    this.#sendAfterCommit(transaction, [event], offer, rows);
    const [row] = rows;
    if (!row) return null;
    const [eventId, deliveryId] = row.ids.split(' ') as [string, string];
    return { eventId, deliveryId };
  }

  /** The free capacity, if this process delivers. */
  #offer(transaction: Transaction, events: readonly NewEvent[]): Offer | undefined {
    const offer = this.#dispatcher?.offer(new Set(events.map(({ agencyId }) => agencyId)));
    if (offer) transaction.onUnknown(() => this.#dispatcher!.forget(offer.lease));
    return offer;
  }

  /** Sends the leased deliveries after the commit, and announces the rest. */
  #sendAfterCommit(transaction: Transaction, events: readonly NewEvent[], offer: Offer | undefined, rows: readonly QueuedRow[]): void {
    const found = readQueued(rows, events, offer?.lease, this.#clock.now());
    transaction.afterCommit(() => this.#send(found));
  }

  #send({ deliveries, due }: Queued): void {
    if (deliveries.length > 0) this.#dispatcher!.send(deliveries);
    if (due.length > 0) this.announce(due);
  }

  announce(due: readonly DueEndpoint[]): void {
    if (this.#dispatcher) this.#dispatcher.wake(due);
    else this.#wakeUps?.add(due);
  }

  /** Endpoints were disabled. */
  drain(endpointIds: readonly string[]): void {
    this.#dispatcher?.drain(endpointIds);
  }
}
