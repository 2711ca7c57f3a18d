import { limits } from '../../generated/limits.ts';
import type { Statement } from '../database/client/sql.ts';
import type { DueEndpoint, Offer } from '../delivery/claim/dispatcher.ts';
import type { LeasedDelivery } from '../delivery/claim/leased-delivery.ts';
import { targetColumns, TargetReader, type TargetRow } from '../delivery/claim/targets.ts';
import { dueChannel } from '../entities/channels.ts';
import { mostNamedEndpoints } from '../delivery/claim/due-message.ts';
import { isReceiving, mayGoOut } from '../entities/endpoint.ts';
import { subjectOf, type NewEvent } from '../entities/event.ts';
import { recordedPayload } from '../versions/current-forms.ts';

/** An endpoint that a statement queued deliveries for. */
export interface QueuedRow extends TargetRow {
  /** The deliveries that are leased: number of the event, its id, the delivery's id, a comma after each but the last. */
  readonly leased: string | null;
  readonly has_free: boolean;
  /** The database's clock in microseconds. */
  readonly now_micros: number;
  /** The number of sent notifications, selected so that the caller gets it. */
  readonly announced: number;
}

const lease = `lease AS MATERIALIZED (
    SELECT id FROM delivery_leases WHERE id = $1::int AND ended_at IS NULL
  )`;

/** What `chosen` has, as rows of the queue. */
const queued = `queued AS (
    INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, generation, lease, attempt_count, due_at)
    SELECT agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, generation, lease, (lease IS NOT NULL)::int, statement_timestamp()
      FROM chosen
  )`;

const now = '(extract(epoch FROM statement_timestamp()) * 1e6)::float8 AS now_micros';

/** Announces the free deliveries in `endpoint` where this process does not send. */
const announced = `announced AS MATERIALIZED (
    SELECT pg_notify('${dueChannel}', CASE WHEN count(*) > ${mostNamedEndpoints} THEN '' ELSE json_agg(json_build_array(agency_id, endpoint_id, now_micros))::text END)::text
      FROM endpoint WHERE has_free AND NOT EXISTS (SELECT FROM lease)
    HAVING count(*) > 0
  )`;

const isAsked = (agencyId: string, type: string, creatorId: string) => `e.agency_id = ${agencyId} AND e.status = 'active'
       AND ${type} = ANY (e.enabled_event_types) AND (e.allowed_creator_ids = '{}' OR ${creatorId} = ANY (e.allowed_creator_ids))`;

/** The facts of $2, with the ids of their events. */
const given = `fact AS MATERIALIZED (
    SELECT uuidv7() AS id, fact.*
      FROM json_to_recordset($2::json) AS fact (number int, agency_id uuid, type text, creator_id text, occurred_at timestamptz, data json, subject text, traceparent text)
  )`;

interface Publishing {
  /** SQL of `fact`, and of whatever it is made from. */
  readonly facts?: string;
  /** Which endpoints `e` hear of it. */
  readonly matches?: string;
  /** Whether every delivery finds a slot: then none is counted. */
  readonly isRoomy?: boolean;
  /** What the statement returns besides. */
  readonly returning?: string;
}

const toWhoAsked = isAsked('fact.agency_id', 'fact.type', 'fact.creator_id');

const canGoOut = `${mayGoOut('w.url_creator_ids', 'w.event_type', 'w.creator_id')} AND ${isReceiving('w.listening_until')}`;

/** Deliveries under the lease $1 as far as there are slots: $3 in all, $4 for each endpoint, fewer for the agencies and endpoints of $5 with $6. */
const asSlotsAllow = `few AS MATERIALIZED (
    SELECT * FROM unnest($5::uuid[], $6::int[]) AS few (id, slots)
  ), chosen AS MATERIALIZED (
    SELECT w.*, uuidv7() AS id,
           CASE WHEN row_number() OVER (PARTITION BY w.endpoint_id ORDER BY w.number) <= coalesce(of_endpoint.slots, $4::int)
                 AND row_number() OVER (PARTITION BY w.agency_id ORDER BY w.number) <= coalesce(of_agency.slots, $3::int)
                 AND row_number() OVER (ORDER BY w.number) <= $3::int
                 AND ${canGoOut} THEN (SELECT id FROM lease) END AS lease
      FROM wanted w
      LEFT JOIN few of_endpoint ON of_endpoint.id = w.endpoint_id
      LEFT JOIN few of_agency ON of_agency.id = w.agency_id
  )`;

const allLeased = `chosen AS MATERIALIZED (
    SELECT w.*, uuidv7() AS id, CASE WHEN ${canGoOut} THEN (SELECT id FROM lease) END AS lease FROM wanted w
  )`;

/**
 * SQL that publishes facts to the endpoints that match. Deliveries that are not leased are free, and announced where this process does not send.
 * Events without subscribers are not written.
 */
export const publishText = ({
  facts = given,
  matches = toWhoAsked,
  isRoomy = false,
  returning = 'endpoint.* FROM endpoint',
}: Publishing) => `
  WITH ${facts}, wanted AS MATERIALIZED (
    SELECT fact.number, e.agency_id, e.id AS endpoint_id, e.generation, e.url_creator_ids, e.listening_until, fact.type AS event_type, fact.id AS event_id, fact.creator_id, fact.occurred_at
      FROM fact JOIN webhook_endpoints e ON ${matches}
  ), event AS (
    INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data, subject, traceparent)
    SELECT agency_id, id, type, creator_id, occurred_at, data, subject, traceparent FROM fact WHERE id IN (SELECT event_id FROM wanted)
  ), ${lease}, ${isRoomy ? allLeased : asSlotsAllow}, ${queued}, endpoint AS MATERIALIZED (
    SELECT ${targetColumns('e')}, c.leased, c.has_free, ${now}
      FROM (SELECT agency_id, endpoint_id, string_agg(concat_ws(' ', number, event_id, id), ',') FILTER (WHERE lease IS NOT NULL) AS leased, bool_or(lease IS NULL) AS has_free
              FROM chosen GROUP BY agency_id, endpoint_id) c
      JOIN webhook_endpoints e ON e.agency_id = c.agency_id AND e.id = c.endpoint_id
  ), ${announced}
  SELECT (SELECT count(*) FROM announced) AS announced, ${returning}`;

const publishEvents = publishText({});
/** For one event, with slots for all endpoints that an agency may have: half of the work. */
const publishEvent = publishText({ isRoomy: true });
const publishToEndpoint = publishText({
  matches: `e.agency_id = fact.agency_id AND e.id = $7::uuid AND e.status = 'active'`,
  returning: `(SELECT event_id || ' ' || id FROM chosen) AS ids, endpoint.* FROM endpoint`,
});

/** The most endpoints that an event can reach. */
const mostEndpoints = limits.endpointsOfAgency + limits.listenersOfAgency;

/** Whether one event has a slot at every endpoint of its agency. */
function hasSlotEverywhere(offer: Offer | undefined): boolean {
  if (!offer) return true;
  return offer.slots >= mostEndpoints && offer.fewer.every(({ slots }) => slots >= mostEndpoints);
}

/** A statement in two forms: with the slots that an offer has, and for one event that finds slots everywhere. */
interface Forms {
  readonly name: string;
  readonly text: string;
  readonly roomy: string;
}

/** Of these forms the one for so many facts, given as JSON, and an offer. */
export function publishing({ name, text, roomy }: Forms, facts: readonly object[], offer: Offer | undefined): Statement {
  const json = JSON.stringify(facts);
  if (facts.length === 1 && hasSlotEverywhere(offer)) return { name: `${name}-roomy`, text: roomy, values: [offer?.lease ?? null, json] };
  return { name, text, values: slotValues(json, offer) };
}

function slotValues(facts: string, offer: Offer | undefined): unknown[] {
  const fewer = offer?.fewer ?? [];
  return [
    offer?.lease ?? null,
    facts,
    offer?.slots ?? 0,
    offer?.slotsPerEndpoint ?? 0,
    fewer.map(({ id }) => id),
    fewer.map(({ slots }) => slots),
  ];
}

const factsOf = (events: readonly NewEvent[]) =>
  events.map((event, number) => ({
    number,
    agency_id: event.agencyId,
    type: event.type,
    creator_id: event.creatorId,
    occurred_at: event.occurredAt,
    data: recordedPayload(event.type, event.data),
    subject: subjectOf(event),
    ...(event.traceparent && { traceparent: event.traceparent }),
  }));

/** Publishes events of any agencies to every active endpoint that asked for them. Answers with `QueuedRow`s. */
export function publishStatement(events: readonly NewEvent[], offer: Offer | undefined): Statement {
  return publishing({ name: 'publish-events', text: publishEvents, roomy: publishEvent }, factsOf(events), offer);
}

/** Publishes an event to one active endpoint, whatever it asked for. Answers with a `QueuedRow` and the `ids` of event and delivery. */
export function publishToStatement(endpointId: string, event: NewEvent, offer: Offer | undefined): Statement {
  return { text: publishToEndpoint, values: [...slotValues(JSON.stringify(factsOf([event])), offer), endpointId] };
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
  const describe = ({ type, occurredAt, data, traceparent = null }: NewEvent) => ({
    eventType: type,
    occurredAt: occurredAt.getTime(),
    isReconstructed: false,
    data: JSON.stringify(recordedPayload(type, data)),
    traceparent,
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
