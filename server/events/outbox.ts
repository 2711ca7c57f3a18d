import { systemClock, type Clock } from '../clock.ts';
import type { Transaction } from '../database/sql.ts';
import type { Dispatcher, DueEndpoint, Offer } from '../delivery/dispatcher.ts';
import type { LeasedDelivery } from '../delivery/leased-delivery.ts';
import { mayGoOut } from '../delivery/endpoints.ts';
import { targetColumns, TargetReader, type TargetRow } from '../delivery/targets.ts';
import { dueChannel, mostNamedEndpoints } from '../delivery/wake-listener.ts';
import type { NewEvent, QueuedDelivery } from './event.ts';
import type { WakeUps } from './wake-ups.ts';

/** An endpoint that a statement queued deliveries for. */
export interface QueuedRow extends TargetRow {
  /** The deliveries that are leased: number of the event, its id, the delivery's id, a comma after each but the last. */
  readonly leased: string | null;
  readonly has_free: boolean;
  /** The database's clock in microseconds. */
  readonly now_micros: number;
}

/**
 * SQL that queues `wanted` (number, agency_id, endpoint_id, event_type, event_id, creator_id, occurred_at, generation,
 * data, replay_of, url_creator_ids, and the endpoint's columns), under the lease $1 as far as there are places: $2 in all, $3 for each
 * endpoint, fewer for the agencies and endpoints of $4 with $5. The rest is free, and told of where nobody sends here.
 */
export const queueWanted = `
  lease AS MATERIALIZED (
    SELECT id FROM delivery_leases WHERE id = $1::int AND ended_at IS NULL
  ), few AS MATERIALIZED (
    SELECT * FROM unnest($4::uuid[], $5::int[]) AS few (id, places)
  ), chosen AS MATERIALIZED (
    SELECT w.*, uuidv7() AS id,
           CASE WHEN row_number() OVER (PARTITION BY w.endpoint_id ORDER BY w.number) <= coalesce(of_endpoint.places, $3::int)
                 AND row_number() OVER (PARTITION BY w.agency_id ORDER BY w.number) <= coalesce(of_agency.places, $2::int)
                 AND row_number() OVER (ORDER BY w.number) <= $2::int
                 AND ${mayGoOut('w.url_creator_ids', 'w.event_type', 'w.creator_id')} THEN (SELECT id FROM lease) END AS lease
      FROM wanted w
      LEFT JOIN few of_endpoint ON of_endpoint.id = w.endpoint_id
      LEFT JOIN few of_agency ON of_agency.id = w.agency_id
  ), queued AS (
    INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, generation, lease, attempt_count, replay_of, data, due_at)
    SELECT agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, generation, lease, (lease IS NOT NULL)::int, replay_of, data, statement_timestamp()
      FROM chosen
  ), endpoint AS MATERIALIZED (
    SELECT ${targetColumns('c')}, string_agg(concat_ws(' ', c.number, c.event_id, c.id), ',') FILTER (WHERE c.lease IS NOT NULL) AS leased,
           bool_or(c.lease IS NULL) AS has_free, (extract(epoch FROM statement_timestamp()) * 1e6)::float8 AS now_micros
      FROM chosen c
     GROUP BY ${targetColumns('c')}
  ), told AS MATERIALIZED (
    SELECT pg_notify('${dueChannel}', CASE WHEN count(*) > ${mostNamedEndpoints} THEN '' ELSE json_agg(json_build_array(agency_id, endpoint_id, now_micros))::text END)
      FROM endpoint WHERE has_free AND NOT EXISTS (SELECT FROM lease)
    HAVING count(*) > 0
  )`;

const isAsked = `e.status = 'active' AND fact.type = ANY (e.enabled_event_types)
       AND (e.allowed_creator_ids = '{}' OR fact.creator_id = ANY (e.allowed_creator_ids))`;

/** Events that nobody asked for are not written. */
const publishText = (matches: string, alsoAnswered = '') => `
  WITH fact AS MATERIALIZED (
    SELECT uuidv7() AS id, fact.*
      FROM json_to_recordset($6::json) AS fact (number int, agency_id uuid, type text, creator_id text, occurred_at timestamptz, data json)
  ), wanted AS MATERIALIZED (
    SELECT fact.number, ${targetColumns('e')}, e.url_creator_ids, fact.type AS event_type, fact.id AS event_id, fact.creator_id, fact.occurred_at,
           NULL::json AS data, NULL::uuid AS replay_of
      FROM fact JOIN webhook_endpoints e ON e.agency_id = fact.agency_id AND ${matches}
  ), event AS (
    INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data)
    SELECT agency_id, id, type, creator_id, occurred_at, data FROM fact WHERE id IN (SELECT event_id FROM wanted)
  ), ${queueWanted}
  SELECT endpoint.*, (SELECT count(*) FROM told) AS told${alsoAnswered} FROM endpoint`;

const publishEvents = publishText(isAsked);
const publishToEndpoint = publishText(`e.id = $7::uuid AND e.status = 'active'`, `, (SELECT event_id || ' ' || id FROM chosen) AS ids`);

/** What is queued, ready to be sent when its transaction has committed. */
export interface Queued {
  readonly deliveries: readonly LeasedDelivery[];
  /** Endpoints with deliveries that are free. */
  readonly due: readonly DueEndpoint[];
}

/** Reads what `queueWanted` answers, heard at an instant of the process's clock. `describe` tells of each number what the delivery carries. */
export function readQueued(
  rows: readonly QueuedRow[],
  lease: number | undefined,
  heardAt: number,
  describe: (number: number) => Pick<LeasedDelivery, 'eventType' | 'occurredAt' | 'data'>,
): Queued {
  const targets = new TargetReader();
  const deliveries: LeasedDelivery[] = [];
  const due: DueEndpoint[] = [];
  for (const row of rows) {
    const target = targets.read(row);
    if (row.has_free) due.push({ agencyId: row.agency_id, endpointId: row.endpoint_id, sinceMicros: row.now_micros });
    for (const part of row.leased?.split(',') ?? []) {
      const [number, eventId, deliveryId] = part.split(' ') as [string, string, string];
      deliveries.push({
        ...describe(Number(number)),
        target,
        deliveryId,
        eventId,
        lease: lease!,
        attempt: 1,
        leasedAt: row.now_micros / 1_000,
        heardAt,
        overdueMs: 0,
      });
    }
  }
  return { deliveries, due };
}

/** The values of `queueWanted`. */
export function offerValues(offer: Offer | undefined): unknown[] {
  return [
    offer?.lease ?? null,
    offer?.places ?? 0,
    offer?.placesPerEndpoint ?? 0,
    offer?.fewer.map(({ id }) => id) ?? [],
    offer?.fewer.map(({ places }) => places) ?? [],
  ];
}

export interface OutboxOptions {
  /** Of a process that delivers. */
  readonly dispatcher?: Dispatcher | undefined;
  /** Of one that does not. */
  readonly wakeUps?: WakeUps | undefined;
  readonly clock?: Clock | undefined;
}

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

  async publish(transaction: Transaction, events: readonly NewEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.#publish(transaction, events, { name: 'publish-events', text: publishEvents, values: [] });
  }

  /** Publishes as the transaction's last act, which its commit follows at once. */
  async publishLast(transaction: Transaction, events: readonly NewEvent[]): Promise<void> {
    if (events.length > 0)
      await this.#publish(transaction, events, { name: 'publish-events', text: publishEvents, values: [], isLast: true });
  }

  /**
   * Records an event for one endpoint alone, whatever it subscribed to. Answers null when the endpoint is disabled or
   * gone.
   */
  async publishTo(transaction: Transaction, endpointId: string, event: NewEvent): Promise<QueuedDelivery | null> {
    const [row] = await this.#publish<QueuedRow & { ids: string }>(transaction, [event], { text: publishToEndpoint, values: [endpointId] });
    if (!row) return null;
    const [eventId, deliveryId] = row.ids.split(' ') as [string, string];
    return { eventId, deliveryId };
  }

  /** For those who queue by a statement of their own. */
  offer(agencyIds: Iterable<string>): Offer | undefined {
    return this.#dispatcher?.offer(agencyIds);
  }

  /** Sends what is leased after the commit, and tells of the rest. */
  sendAfterCommit(transaction: Transaction, { deliveries, due }: Queued): void {
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
    { name, text, values, isLast = false }: { name?: string; text: string; values: readonly unknown[]; isLast?: boolean },
  ): Promise<Row[]> {
    const facts = events.map(({ agencyId, type, creatorId, occurredAt, data }, number) => ({
      number,
      agency_id: agencyId,
      type,
      creator_id: creatorId,
      occurred_at: occurredAt,
      data,
    }));
    const offer = this.offer(new Set(events.map(({ agencyId }) => agencyId)));
    if (offer) transaction.onUnknown(() => this.#dispatcher!.forget(offer.lease));
    const statement = { ...(name ? { name } : {}), text, values: [...offerValues(offer), JSON.stringify(facts), ...values] };
    const rows = await (isLast ? transaction.queryLast<Row>(statement) : transaction.query<Row>(statement));
    const queued = readQueued(rows, offer?.lease, this.#clock.now(), (number) => {
      const { type, occurredAt, data } = events[number]!;
      return { eventType: type, occurredAt: occurredAt.getTime(), data: JSON.stringify(data) };
    });
    this.sendAfterCommit(transaction, queued);
    return rows;
  }
}
