import { Publishing, transactionOf } from '../access/publishing.ts';
import { systemClock, type Clock } from '../clock.ts';
import type { Statement, Transaction } from '../database/sql.ts';
import type { Dispatcher, DueEndpoint, Offer } from '../delivery/dispatcher.ts';
import type { NewEvent, QueuedDelivery } from './event.ts';
import { publishStatement, publishToStatement, readQueued, type Queued, type QueuedRow } from './publish-statements.ts';
import type { WakeUps } from './wake-ups.ts';

export interface OutboxOptions {
  /** Of a process that delivers. */
  readonly dispatcher?: Dispatcher | undefined;
  /** Of one that does not. */
  readonly wakeUps?: WakeUps | undefined;
  readonly clock?: Clock | undefined;
}

const opened = (inside: Transaction | Publishing) => (inside instanceof Publishing ? transactionOf(inside) : inside);

/**
 * Records facts and a delivery of each to every active endpoint that asked for it, in the transaction that brings
 * the facts about: there is no fact without its event and no event without its fact. Any number of events of any number
 * of agencies takes one statement. Where this process delivers, it leases what it has room for and sends it when the
 * transaction has committed; the rest is due for anybody.
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

  async publish(inside: Transaction | Publishing, events: readonly NewEvent[]): Promise<void> {
    if (events.length > 0) await this.#publish(opened(inside), events, (offer) => publishStatement(events, offer));
  }

  /** Publishes as the transaction's last act, which its commit follows at once. */
  async publishLast(transaction: Transaction, events: readonly NewEvent[]): Promise<void> {
    if (events.length > 0) await this.#publish(transaction, events, (offer) => publishStatement(events, offer), true);
  }

  /**
   * Records an event for one endpoint alone, whatever it subscribed to. Answers null when the endpoint is disabled or
   * gone.
   */
  async publishTo(publishing: Publishing, endpointId: string, event: NewEvent): Promise<QueuedDelivery | null> {
    const [row] = await this.#publish<QueuedRow & { ids: string }>(opened(publishing), [event], (offer) =>
      publishToStatement(endpointId, event, offer),
    );
    if (!row) return null;
    const [eventId, deliveryId] = row.ids.split(' ') as [string, string];
    return { eventId, deliveryId };
  }

  /** Sends what is leased after the commit, and tells of the rest. */
  #sendAfterCommit(transaction: Transaction, { deliveries, due }: Queued): void {
    transaction.afterCommit(() => {
      if (deliveries.length > 0) this.#dispatcher!.send(deliveries);
      if (due.length > 0) this.tell(due);
    });
  }

  tell(due: readonly DueEndpoint[]): void {
    if (this.#dispatcher) this.#dispatcher.wake(due);
    else this.#wakeUps?.add(due);
  }

  /** Endpoints were disabled. */
  drain(endpointIds: readonly string[]): void {
    this.#dispatcher?.drain(endpointIds);
  }

  async #publish<Row extends QueuedRow>(
    transaction: Transaction,
    events: readonly NewEvent[],
    statementFor: (offer: Offer | undefined) => Statement,
    isLast = false,
  ): Promise<Row[]> {
    const offer = this.#dispatcher?.offer(new Set(events.map(({ agencyId }) => agencyId)));
    if (offer) transaction.onUnknown(() => this.#dispatcher!.forget(offer.lease));
    const statement = statementFor(offer);
    const rows = await (isLast ? transaction.queryLast<Row>(statement) : transaction.query<Row>(statement));
    this.#sendAfterCommit(transaction, readQueued(rows, events, offer?.lease, this.#clock.now()));
    return rows;
  }
}
