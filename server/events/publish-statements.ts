import { limits } from '../../generated/limits.ts';
import type { Statement } from '../database/client/sql.ts';
import { maxNamedEndpoints, nowMicros, type DueEndpoint, type Offer } from '../delivery/claim/dispatcher.ts';
import type { LeasedDelivery } from '../delivery/claim/leased-delivery.ts';
import { targetColumns, TargetReader, type TargetRow } from '../delivery/claim/targets.ts';
import { dueChannel } from '../entities/channels.ts';
import { isReceiving } from '../entities/endpoint-backlog.ts';
import { mayGoOut } from '../entities/endpoint.ts';
import { subjectOf, type NewEvent, type QueuedDelivery } from '../entities/new-event.ts';
import { recordedPayload } from '../versions/current-forms.ts';

/** An endpoint with queued deliveries. */
export interface QueuedRow extends TargetRow {
  /** Deliveries, separated by commas: the number of the event, its id, the delivery's id, and its lease if it is leased. */
  readonly deliveries: string | null;
  readonly has_free: boolean;
  /** The database's clock in microseconds. */
  readonly now_micros: number;
  /** The number of sent notifications. It is selected only because PostgreSQL would otherwise not send them. */
  readonly announced: number;
}

const lease = 'lease AS MATERIALIZED (SELECT id FROM delivery_leases WHERE id = $1::int AND ended_at IS NULL)';

/** SQL: queues the deliveries in `chosen`. */
const queued = `queued AS (
    INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, generation, lease, attempt_count, due_at)
    SELECT agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, generation, lease, (lease IS NOT NULL)::int, statement_timestamp()
      FROM chosen
  )`;

/** SQL: announces the free deliveries in `endpoint`, on a condition. */
const announced = (condition: string) => `announced AS MATERIALIZED (
    SELECT pg_notify('${dueChannel}', CASE WHEN count(*) > ${maxNamedEndpoints} THEN '' ELSE json_agg(json_build_array(agency_id, endpoint_id, now_micros))::text END)::text
      FROM endpoint WHERE has_free AND ${condition}
    HAVING count(*) > 0
  )`;

const announcedCount = '(SELECT count(*) FROM announced) AS announced';

/** Columns of a fact with their types. `endpoint_id` is set for an event to one endpoint. */
const factColumns = {
  agency_id: 'uuid',
  type: 'text',
  creator_id: 'text',
  occurred_at: 'timestamptz',
  data: 'json',
  subject: 'text',
  traceparent: 'text',
  endpoint_id: 'uuid',
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

interface FormOf {
  /** SQL: the CTE `fact` from rows `r`. */
  facts(rows: string): string;
  readonly returning: string;
}

/** SQL: whether an endpoint `e` receives a fact: it subscribed to the type, or the fact is addressed to it. */
const matches = `e.agency_id = fact.agency_id AND e.status = 'active'
       AND CASE WHEN fact.endpoint_id IS NULL
                THEN fact.type = ANY (e.enabled_event_types) AND (e.allowed_creator_ids = '{}' OR fact.creator_id = ANY (e.allowed_creator_ids))
                ELSE e.id = fact.endpoint_id END`;

/** SQL: whether a delivery may be leased at once. Only claims take from the rate of an endpoint. */
const canGoOut = `${mayGoOut('w.url_creator_ids', 'w.event_type', 'w.creator_id')} AND ${isReceiving('w.listening_until')} AND w.max_per_second IS NULL`;

const eventsOf = (condition: string) => `event AS (
    INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data, subject, traceparent)
    SELECT agency_id, id, type, creator_id, occurred_at, data, subject, traceparent FROM fact WHERE ${condition}
  )`;

/**
 * SQL that publishes facts to the matching endpoints. Deliveries get the lease $1 while there are slots: $3 in all, $4 for each endpoint, and fewer
 * ($6) for the agencies and endpoints $5. The others are free, and announced if this process does not send. Events without subscribers are not written.
 */
const publishText = (facts: string, returning: string) => `
  WITH ${facts}, wanted AS MATERIALIZED (
    SELECT fact.number, e.agency_id, e.id AS endpoint_id, e.generation, e.url_creator_ids, e.listening_until, e.max_per_second, fact.type AS event_type, fact.id AS event_id, fact.creator_id, fact.occurred_at,
           fact.endpoint_id IS NOT NULL AS is_for_one
      FROM fact JOIN webhook_endpoints e ON ${matches}
  ), ${eventsOf('id IN (SELECT event_id FROM wanted)')}, ${lease}, few AS MATERIALIZED (
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
    SELECT ${targetColumns('e')}, c.deliveries, c.has_free, ${nowMicros} AS now_micros
      FROM (SELECT agency_id, endpoint_id, bool_or(lease IS NULL) AS has_free,
                   string_agg(concat_ws(' ', number, event_id, id, lease), ',') FILTER (WHERE lease IS NOT NULL OR is_for_one) AS deliveries
              FROM chosen GROUP BY agency_id, endpoint_id) c
      JOIN webhook_endpoints e ON e.agency_id = c.agency_id AND e.id = c.endpoint_id
  ), ${announced('NOT EXISTS (SELECT FROM lease)')}
  SELECT ${announcedCount}, ${returning}`;

/**
 * SQL that publishes one fact, from $2 and the following parameters, with slots for all its deliveries. A process that sends claims its free deliveries
 * without an announcement. If its lease has ended, a sweep finds them.
 */
const publishOneText = (facts: string, returning: string) => `
  WITH ${facts}, ${lease}, chosen AS MATERIALIZED (
    SELECT w.*, uuidv7() AS id, CASE WHEN ${canGoOut} THEN (SELECT id FROM lease) END AS lease
      FROM (SELECT ${targetColumns('e')}, e.url_creator_ids, e.listening_until, e.max_per_second, fact.type AS event_type, fact.id AS event_id, fact.creator_id, fact.occurred_at
              FROM fact JOIN webhook_endpoints e ON ${matches}) w
  ), ${eventsOf('EXISTS (SELECT FROM chosen)')}, ${queued}, endpoint AS MATERIALIZED (
    SELECT ${targetColumns('c')}, concat_ws(' ', 0, c.event_id, c.id, c.lease) AS deliveries, c.lease IS NULL AS has_free, ${nowMicros} AS now_micros
      FROM chosen c
  ), ${announced('$1::int IS NULL')}
  SELECT ${announcedCount}, ${returning}`;

/** A statement in two forms: for facts as JSON with the slots of an offer, and for one fact as values with a slot for each delivery. */
interface Forms {
  readonly name: string;
  readonly columns: readonly string[];
  readonly many: string;
  readonly one: string;
}

export function publishForms(name: string, columns: Columns, many: FormOf, one: FormOf): Forms {
  return {
    name,
    columns: Object.keys(columns),
    many: publishText(many.facts(rowsOfJson(columns)), many.returning),
    one: publishOneText(one.facts(rowOfValues(columns)), one.returning),
  };
}

const asGiven: FormOf = {
  facts: (rows) => `fact AS MATERIALIZED (SELECT uuidv7() AS id, r.* FROM ${rows})`,
  returning: 'endpoint.* FROM endpoint',
};
const publishEvents = publishForms('publish-events', factColumns, asGiven, asGiven);

/** The most endpoints of an event. */
const maxEndpoints = limits.endpointsOfAgency + limits.listenersOfAgency;

/** Whether one event has a slot at every endpoint of its agency. */
function hasSlotEverywhere(offer: Offer | undefined): boolean {
  if (!offer) return true;
  return offer.slots >= maxEndpoints && offer.fewer.every(({ slots }) => slots >= maxEndpoints);
}

/** The statement for these facts and an offer. */
export function publishing<Fact extends object>(forms: Forms, facts: readonly Fact[], offer: Offer | undefined): Statement {
  const { name, columns, many, one } = forms;
  const lease = offer?.lease ?? null;
  if (facts.length === 1 && hasSlotEverywhere(offer)) {
    return { name: `${name}-one`, text: one, values: [lease, ...columns.map((column) => facts[0]![column as keyof Fact])] };
  }
  const fewer = offer?.fewer ?? [];
  const rows = JSON.stringify(facts.map((fact, number) => ({ number, ...fact })));
  const slots = [offer?.slots ?? 0, offer?.slotsPerEndpoint ?? 0, fewer.map(({ id }) => id), fewer.map(({ slots }) => slots)];
  return { name, text: many, values: [lease, rows, ...slots] };
}

/** Publishes events of any agencies to their endpoints. Returns `QueuedRow`s. */
export function publishStatement(events: readonly NewEvent[], offer: Offer | undefined): Statement {
  const facts = events.map((event): Record<keyof typeof factColumns, unknown> => ({
    agency_id: event.agencyId,
    type: event.type,
    creator_id: event.creatorId,
    occurred_at: event.occurredAt,
    data: recordedPayload(event.type, event.data),
    subject: subjectOf(event),
    traceparent: event.traceparent ?? null,
    endpoint_id: event.endpointId ?? null,
  }));
  return publishing(publishEvents, facts, offer);
}

/** The fields of an event in its deliveries. */
export type PublishedFact = Pick<LeasedDelivery, 'eventType' | 'occurredAt' | 'data' | 'traceparent'>;

export const publishedFact = ({ type, occurredAt, data, traceparent = null }: NewEvent): PublishedFact => ({
  eventType: type,
  occurredAt: occurredAt.getTime(),
  data: JSON.stringify(recordedPayload(type, data)),
  traceparent,
});

/** Queued deliveries, to be sent after the commit. */
export interface Queued {
  /** Under the lease of this process. */
  readonly leased: readonly LeasedDelivery[];
  /** The leased ones, and those of events to one endpoint. */
  readonly deliveries: readonly QueuedDelivery[];
  /** Endpoints with free deliveries. */
  readonly due: readonly DueEndpoint[];
}

/** Reads the rows of a statement that published facts, received at an instant of the process's clock. */
export function readQueued(rows: readonly QueuedRow[], factOf: (number: number) => PublishedFact, receivedAt: number): Queued {
  const targets = new TargetReader();
  const leased: LeasedDelivery[] = [];
  const deliveries: QueuedDelivery[] = [];
  const due: DueEndpoint[] = [];
  const facts = new Map<string, PublishedFact>();
  for (const row of rows) {
    const target = targets.read(row);
    if (row.has_free) due.push({ agencyId: row.agency_id, endpointId: row.endpoint_id, sinceMicros: row.now_micros });
    for (const part of row.deliveries?.split(',') ?? []) {
      const [number, eventId, deliveryId, lease] = part.split(' ') as [string, string, string, string | undefined];
      deliveries.push({ eventId, deliveryId });
      if (lease === undefined) continue;
      let fact = facts.get(number);
      if (!fact) facts.set(number, (fact = factOf(Number(number))));
      const leasedAt = row.now_micros / 1_000;
      leased.push({
        ...fact,
        isReconstructed: false,
        target,
        deliveryId,
        eventId,
        lease: Number(lease),
        attempt: 1,
        leasedAt,
        receivedAt,
        overdueMs: 0,
      });
    }
  }
  return { leased, deliveries, due };
}
