import { limits } from '../../generated/limits.ts';
import type { Statement } from '../database/sql.ts';
import type { DueEndpoint, Offer } from '../delivery/dispatcher.ts';
import type { LeasedDelivery } from '../delivery/leased-delivery.ts';
import { targetColumns, TargetReader, type TargetRow } from '../delivery/targets.ts';
import { dueChannel, mostNamedEndpoints } from '../delivery/wake-listener.ts';
import { mayGoOut } from '../entities/endpoint.ts';
import { subjectOf, type NewEvent } from '../entities/event.ts';

/** An endpoint that a statement queued deliveries for. */
export interface QueuedRow extends TargetRow {
  /** The deliveries that are leased: number of the event, its id, the delivery's id, a comma after each but the last. */
  readonly leased: string | null;
  readonly has_free: boolean;
  /** The database's clock in microseconds. */
  readonly now_micros: number;
  /** Asked for, so that it is told: how many notifications went out. */
  readonly told: number;
}

const lease = `lease AS MATERIALIZED (
    SELECT id FROM delivery_leases WHERE id = $1::int AND ended_at IS NULL
  )`;

const insertEvents = 'INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data, subject)';

/** What `chosen` has, as rows of the queue. */
const queued = `queued AS (
    INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, generation, lease, attempt_count, due_at)
    SELECT agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, generation, lease, (lease IS NOT NULL)::int, statement_timestamp()
      FROM chosen
  )`;

const now = '(extract(epoch FROM statement_timestamp()) * 1e6)::float8 AS now_micros';

/** Tells of what is free in `endpoint` where nobody sends here. */
const told = `told AS MATERIALIZED (
    SELECT pg_notify('${dueChannel}', CASE WHEN count(*) > ${mostNamedEndpoints} THEN '' ELSE json_agg(json_build_array(agency_id, endpoint_id, now_micros))::text END)
      FROM endpoint WHERE has_free AND NOT EXISTS (SELECT FROM lease)
    HAVING count(*) > 0
  )`;

const isAsked = (agencyId: string, type: string, creatorId: string) => `e.agency_id = ${agencyId} AND e.status = 'active'
       AND ${type} = ANY (e.enabled_event_types) AND (e.allowed_creator_ids = '{}' OR ${creatorId} = ANY (e.allowed_creator_ids))`;

/**
 * SQL that publishes the events of $6 to the endpoints that match, under the lease $1 as far as there are slots: $2 in all, $3 for
 * each endpoint, fewer for the agencies and endpoints of $4 with $5. The rest is free, and told of where nobody sends here.
 * Events that nobody asked for are not written.
 */
const publishText = (matches: string, alsoAnswered = '') => `
  WITH fact AS MATERIALIZED (
    SELECT uuidv7() AS id, fact.*
      FROM json_to_recordset($6::json) AS fact (number int, agency_id uuid, type text, creator_id text, occurred_at timestamptz, data json, subject text)
  ), wanted AS MATERIALIZED (
    SELECT fact.number, ${targetColumns('e')}, e.url_creator_ids, fact.type AS event_type, fact.id AS event_id, fact.creator_id, fact.occurred_at
      FROM fact JOIN webhook_endpoints e ON ${matches}
  ), event AS (
    ${insertEvents}
    SELECT agency_id, id, type, creator_id, occurred_at, data, subject FROM fact WHERE id IN (SELECT event_id FROM wanted)
  ), ${lease}, few AS MATERIALIZED (
    SELECT * FROM unnest($4::uuid[], $5::int[]) AS few (id, slots)
  ), chosen AS MATERIALIZED (
    SELECT w.*, uuidv7() AS id,
           CASE WHEN row_number() OVER (PARTITION BY w.endpoint_id ORDER BY w.number) <= coalesce(of_endpoint.slots, $3::int)
                 AND row_number() OVER (PARTITION BY w.agency_id ORDER BY w.number) <= coalesce(of_agency.slots, $2::int)
                 AND row_number() OVER (ORDER BY w.number) <= $2::int
                 AND ${mayGoOut('w.url_creator_ids', 'w.event_type', 'w.creator_id')} THEN (SELECT id FROM lease) END AS lease
      FROM wanted w
      LEFT JOIN few of_endpoint ON of_endpoint.id = w.endpoint_id
      LEFT JOIN few of_agency ON of_agency.id = w.agency_id
  ), ${queued}, endpoint AS MATERIALIZED (
    SELECT ${targetColumns('c')}, string_agg(concat_ws(' ', c.number, c.event_id, c.id), ',') FILTER (WHERE c.lease IS NOT NULL) AS leased,
           bool_or(c.lease IS NULL) AS has_free, ${now}
      FROM chosen c
     GROUP BY ${targetColumns('c')}
  ), ${told}
  SELECT endpoint.*, (SELECT count(*) FROM told) AS told${alsoAnswered} FROM endpoint`;

const publishEvents = publishText(isAsked('fact.agency_id', 'fact.type', 'fact.creator_id'));
const publishToEndpoint = publishText(
  `e.agency_id = fact.agency_id AND e.id = $7::uuid AND e.status = 'active'`,
  `, (SELECT event_id || ' ' || id FROM chosen) AS ids`,
);

/** The same for one event, with slots for all endpoints that an agency may have: a third of the work. */
const publishEvent = `
  WITH ${lease}, fact AS MATERIALIZED (
    SELECT uuidv7() AS id
  ), chosen AS MATERIALIZED (
    SELECT ${targetColumns('e')}, $3::text AS event_type, fact.id AS event_id, $4::text AS creator_id, $5::timestamptz AS occurred_at, uuidv7() AS id,
           CASE WHEN ${mayGoOut('e.url_creator_ids', '$3::text', '$4::text')} THEN (SELECT id FROM lease) END AS lease
      FROM fact JOIN webhook_endpoints e ON ${isAsked('$2::uuid', '$3::text', '$4::text')}
  ), event AS (
    ${insertEvents}
    SELECT $2::uuid, id, $3::text, $4::text, $5::timestamptz, $6::json, $7::text FROM fact WHERE EXISTS (SELECT FROM chosen)
  ), ${queued}, endpoint AS MATERIALIZED (
    SELECT ${targetColumns('c')}, CASE WHEN c.lease IS NOT NULL THEN concat_ws(' ', 0, c.event_id, c.id) END AS leased, c.lease IS NULL AS has_free, ${now}
      FROM chosen c
  ), ${told}
  SELECT endpoint.*, (SELECT count(*) FROM told) AS told FROM endpoint`;

/** Whether one event has a slot at every endpoint of its agency. */
function hasSlotEverywhere(offer: Offer | undefined): boolean {
  if (!offer) return true;
  return offer.slots >= limits.endpointsOfAgency && offer.fewer.every(({ slots }) => slots >= limits.endpointsOfAgency);
}

function publishOne(event: NewEvent, offer: Offer | undefined): Statement {
  const { agencyId, type, creatorId, occurredAt, data } = event;
  const values = [offer?.lease ?? null, agencyId, type, creatorId, occurredAt, JSON.stringify(data), subjectOf(event)];
  return { name: 'publish-event', text: publishEvent, values };
}

function publishValues(events: readonly NewEvent[], offer: Offer | undefined): unknown[] {
  const facts = events.map((event, number) => ({
    number,
    agency_id: event.agencyId,
    type: event.type,
    creator_id: event.creatorId,
    occurred_at: event.occurredAt,
    data: event.data,
    subject: subjectOf(event),
  }));
  const fewer = offer?.fewer ?? [];
  return [
    offer?.lease ?? null,
    offer?.slots ?? 0,
    offer?.slotsPerEndpoint ?? 0,
    fewer.map(({ id }) => id),
    fewer.map(({ slots }) => slots),
    JSON.stringify(facts),
  ];
}

/** Publishes events of any agencies to every active endpoint that asked for them. Answers with `QueuedRow`s. */
export function publishStatement(events: readonly NewEvent[], offer: Offer | undefined): Statement {
  if (events.length === 1 && hasSlotEverywhere(offer)) return publishOne(events[0]!, offer);
  return { name: 'publish-events', text: publishEvents, values: publishValues(events, offer) };
}

/** Publishes an event to one active endpoint, whatever it asked for. Answers with a `QueuedRow` and the `ids` of event and delivery. */
export function publishToStatement(endpointId: string, event: NewEvent, offer: Offer | undefined): Statement {
  return { text: publishToEndpoint, values: [...publishValues([event], offer), endpointId] };
}

/** What is queued, ready to be sent when its transaction has committed. */
export interface Queued {
  readonly deliveries: readonly LeasedDelivery[];
  /** Endpoints with deliveries that are free. */
  readonly due: readonly DueEndpoint[];
}

/** Reads what publishing these events has answered, heard at an instant of the process's clock. */
export function readQueued(rows: readonly QueuedRow[], events: readonly NewEvent[], leaseId: number | undefined, heardAt: number): Queued {
  const targets = new TargetReader();
  const deliveries: LeasedDelivery[] = [];
  const due: DueEndpoint[] = [];
  const describe = ({ type, occurredAt, data }: NewEvent) => ({
    eventType: type,
    occurredAt: occurredAt.getTime(),
    data: JSON.stringify(data),
  });
  const described = events.map(describe);
  for (const row of rows) {
    const target = targets.read(row);
    if (row.has_free) due.push({ agencyId: row.agency_id, endpointId: row.endpoint_id, sinceMicros: row.now_micros });
    for (const part of row.leased?.split(',') ?? []) {
      const [number, eventId, deliveryId] = part.split(' ') as [string, string, string];
      deliveries.push({
        ...described[Number(number)]!,
        target,
        deliveryId,
        eventId,
        lease: leaseId!,
        attempt: 1,
        leasedAt: row.now_micros / 1_000,
        heardAt,
        overdueMs: 0,
      });
    }
  }
  return { deliveries, due };
}
