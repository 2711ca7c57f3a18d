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
  /** The number of sent notifications, selected so that the caller gets it. Where one fact is published by who sends, there is none. */
  readonly announced?: number;
}

const lease = 'SELECT id FROM delivery_leases WHERE id = $1::int AND ended_at IS NULL';

/** What `chosen` has, as rows of the queue. */
const queued = `queued AS (
    INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, generation, lease, attempt_count, due_at)
    SELECT agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, generation, lease, (lease IS NOT NULL)::int, statement_timestamp()
      FROM chosen
  )`;

const now = '(extract(epoch FROM statement_timestamp()) * 1e6)::float8 AS now_micros';

/** Announces the free deliveries in `endpoint`, on a condition. */
const announced = (condition: string) => `announced AS MATERIALIZED (
    SELECT pg_notify('${dueChannel}', CASE WHEN count(*) > ${mostNamedEndpoints} THEN '' ELSE json_agg(json_build_array(agency_id, endpoint_id, now_micros))::text END)::text
      FROM endpoint WHERE has_free AND ${condition}
    HAVING count(*) > 0
  )`;

const announcedCount = '(SELECT count(*) FROM announced) AS announced';

const isAsked = (agencyId: string, type: string, creatorId: string) => `e.agency_id = ${agencyId} AND e.status = 'active'
       AND ${type} = ANY (e.enabled_event_types) AND (e.allowed_creator_ids = '{}' OR ${creatorId} = ANY (e.allowed_creator_ids))`;

/** Columns of a fact as its event has them, with their types. */
const factColumns = {
  agency_id: 'uuid',
  type: 'text',
  creator_id: 'text',
  occurred_at: 'timestamptz',
  data: 'json',
  subject: 'text',
  traceparent: 'text',
} as const;

type Columns = Readonly<Record<string, string>>;

/** SQL: rows of the columns and their `number` from the JSON of $2. */
const rowsOfJson = (columns: Columns) =>
  `json_to_recordset($2::json) AS r (number int, ${Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})`;

/** SQL: one row of the columns, from $2 and the following parameters, with the number 0. */
const rowOfValues = (columns: Columns) =>
  `(SELECT 0 AS number, ${Object.entries(columns)
    .map(([name, type], index) => `$${index + 2}::${type} AS ${name}`)
    .join(', ')}) AS r`;

/** The facts of `rows`, with the ids of their events. */
const given = (rows: string) => `fact AS MATERIALIZED (
    SELECT uuidv7() AS id, r.* FROM ${rows}
  )`;

interface Publishing {
  /** SQL of `fact`, and of whatever it is made from. */
  readonly facts: string;
  /** Which endpoints `e` hear of it. */
  readonly matches?: string;
  /** What the statement returns besides. */
  readonly returning: string;
}

const toWhoAsked = isAsked('fact.agency_id', 'fact.type', 'fact.creator_id');

const canGoOut = `${mayGoOut('w.url_creator_ids', 'w.event_type', 'w.creator_id')} AND ${isReceiving('w.listening_until')}`;

const eventsOf = (condition: string) => `event AS (
    INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data, subject, traceparent)
    SELECT agency_id, id, type, creator_id, occurred_at, data, subject, traceparent FROM fact WHERE ${condition}
  )`;

const allOfEndpoint = 'endpoint.* FROM endpoint';

/**
 * SQL that publishes facts to the endpoints that match. Deliveries under the lease $1 as far as there are slots: $3 in all, $4 for each
 * endpoint, fewer for the agencies and endpoints of $5 with $6. The others are free, and announced where this process does not send.
 * Events without subscribers are not written.
 */
const publishText = ({ facts, matches = toWhoAsked, returning }: Publishing) => `
  WITH ${facts}, wanted AS MATERIALIZED (
    SELECT fact.number, e.agency_id, e.id AS endpoint_id, e.generation, e.url_creator_ids, e.listening_until, fact.type AS event_type, fact.id AS event_id, fact.creator_id, fact.occurred_at
      FROM fact JOIN webhook_endpoints e ON ${matches}
  ), ${eventsOf('id IN (SELECT event_id FROM wanted)')}, lease AS MATERIALIZED (${lease}), few AS MATERIALIZED (
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
  ), ${queued}, endpoint AS MATERIALIZED (
    SELECT ${targetColumns('e')}, c.leased, c.has_free, ${now}
      FROM (SELECT agency_id, endpoint_id, string_agg(concat_ws(' ', number, event_id, id), ',') FILTER (WHERE lease IS NOT NULL) AS leased, bool_or(lease IS NULL) AS has_free
              FROM chosen GROUP BY agency_id, endpoint_id) c
      JOIN webhook_endpoints e ON e.agency_id = c.agency_id AND e.id = c.endpoint_id
  ), ${announced('NOT EXISTS (SELECT FROM lease)')}
  SELECT ${announcedCount}, ${returning}`;

/**
 * … one fact, from $2 and the following parameters, for whose deliveries there are slots: it counts none. A
 * process that sends claims its free deliveries without an announcement; where its lease has ended, the next sweep of a process does.
 */
const publishOneText = ({ facts, returning }: Omit<Publishing, 'matches'>, isSending: boolean) => `
  WITH ${facts}, chosen AS MATERIALIZED (
    SELECT w.*, uuidv7() AS id, CASE WHEN ${canGoOut} THEN ${isSending ? `(${lease})` : '$1::int'} END AS lease
      FROM (SELECT ${targetColumns('e')}, e.url_creator_ids, e.listening_until, fact.type AS event_type, fact.id AS event_id, fact.creator_id, fact.occurred_at
              FROM fact JOIN webhook_endpoints e ON ${toWhoAsked}) w
  ), ${eventsOf('EXISTS (SELECT FROM chosen)')}, ${queued}, endpoint AS (
    SELECT ${targetColumns('c')}, CASE WHEN c.lease IS NOT NULL THEN concat_ws(' ', 0, c.event_id, c.id) END AS leased, c.lease IS NULL AS has_free, ${now}
      FROM chosen c
  )${isSending ? '' : `, ${announced('true')}`}
  SELECT ${isSending ? '' : `${announcedCount}, `}${returning}`;

/**
 * A statement in three forms: for facts as JSON with the slots that an offer has, and for the values of one fact, in a process that has a
 * slot for each of its deliveries, and in one that does not send.
 */
interface Forms {
  readonly name: string;
  readonly columns: readonly string[];
  readonly text: string;
  readonly sent: string;
  readonly free: string;
}

/** SQL of the facts, which are given as rows `r`, and what the statement returns. */
interface FormOf {
  facts(rows: string): string;
  readonly returning: string;
}

/** The forms of a statement that publishes facts with these columns: any number of them, and one. */
export function publishForms(name: string, columns: Columns, many: FormOf, one: FormOf): Forms {
  const fact = { facts: one.facts(rowOfValues(columns)), returning: one.returning };
  return {
    name,
    columns: Object.keys(columns),
    text: publishText({ facts: many.facts(rowsOfJson(columns)), returning: many.returning }),
    sent: publishOneText(fact, true),
    free: publishOneText(fact, false),
  };
}

const asGiven: FormOf = { facts: given, returning: allOfEndpoint };
const publishEvents = publishForms('publish-events', factColumns, asGiven, asGiven);
const publishToEndpoint = publishText({
  facts: given(rowsOfJson(factColumns)),
  matches: `e.agency_id = fact.agency_id AND e.id = $7::uuid AND e.status = 'active'`,
  returning: `(SELECT event_id || ' ' || id FROM chosen) AS ids, ${allOfEndpoint}`,
});

/** The most endpoints that an event can reach. */
const mostEndpoints = limits.endpointsOfAgency + limits.listenersOfAgency;

/** Whether one event has a slot at every endpoint of its agency. */
function hasSlotEverywhere(offer: Offer | undefined): boolean {
  if (!offer) return true;
  return offer.slots >= mostEndpoints && offer.fewer.every(({ slots }) => slots >= mostEndpoints);
}

/** Of these forms the one for so many facts and an offer. */
export function publishing<Fact extends object>(forms: Forms, facts: readonly Fact[], offer: Offer | undefined): Statement {
  const { name, columns, text } = forms;
  if (facts.length > 1 || !hasSlotEverywhere(offer)) return { name, text, values: slotValues(facts, offer) };
  const values = columns.map((column) => facts[0]![column as keyof Fact]);
  if (!offer) return { name: `${name}-one-free`, text: forms.free, values: [null, ...values] };
  return { name: `${name}-one`, text: forms.sent, values: [offer.lease, ...values] };
}

function slotValues(facts: readonly object[], offer: Offer | undefined): unknown[] {
  const fewer = offer?.fewer ?? [];
  return [
    offer?.lease ?? null,
    JSON.stringify(facts.map((fact, number) => ({ number, ...fact }))),
    offer?.slots ?? 0,
    offer?.slotsPerEndpoint ?? 0,
    fewer.map(({ id }) => id),
    fewer.map(({ slots }) => slots),
  ];
}

const factsOf = (events: readonly NewEvent[]) =>
  events.map((event): Record<keyof typeof factColumns, unknown> => ({
    agency_id: event.agencyId,
    type: event.type,
    creator_id: event.creatorId,
    occurred_at: event.occurredAt,
    data: recordedPayload(event.type, event.data),
    subject: subjectOf(event),
    traceparent: event.traceparent ?? null,
  }));

/** Publishes events of any agencies to every active endpoint that asked for them. Answers with `QueuedRow`s. */
export function publishStatement(events: readonly NewEvent[], offer: Offer | undefined): Statement {
  return publishing(publishEvents, factsOf(events), offer);
}

/** Publishes an event to one active endpoint, whatever it asked for. Answers with a `QueuedRow` and the `ids` of event and delivery. */
export function publishToStatement(endpointId: string, event: NewEvent, offer: Offer | undefined): Statement {
  return { text: publishToEndpoint, values: [...slotValues(factsOf([event]), offer), endpointId] };
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
