import type { Sql } from '../../database/client/sql.ts';
import { firstId } from '../../database/id-times.ts';
import { deliveriesOf } from '../../entities/deliveries-of-events.ts';
import { fromFront, type ErasureStep } from './step.ts';

const eventsOfBatch = 100;

/** SQL: whether an event is about an order. Such events stay, without the person. */
export const isOfOrder = (eventType: string) => `starts_with(${eventType}, 'order.')`;

const nextOf = (isNext: string) => `
  SELECT ev.id, ev.type FROM webhook_events ev
   WHERE ev.agency_id = $1 AND ev.subject = $2 AND ${isNext}
   ORDER BY ev.id LIMIT ${eventsOfBatch} FOR UPDATE`;

/** Starts after the events of earlier batches, which name the fan in their subject until the last pass. */
const nextEvents = nextOf("ev.data ->> 'fan_id' = $2 AND ev.id > $3::uuid");

/** The last condition excludes events whose order has the id of the fan. */
const nextAnonymised = nextOf(`ev.data ->> 'fan_id' IS NULL AND ${isOfOrder('ev.type')} AND ev.data ->> 'id' <> $2`);

const given = 'unnest($2::uuid[], $3::text[]) AS ev (id, type)';

/**
 * Deliveries about an order lose the response excerpts of former attempts, and are sent with the payload of the event, without the person. A
 * delivery in flight may still be sent with the former payload.
 */
const changePending = `
  WITH found AS MATERIALIZED (${deliveriesOf(given, 'delivery_queue', 'd.endpoint_id, d.event_type, d.id')}), shortened AS (
    UPDATE delivery_queue d SET attempts = without_excerpts(d.attempts) FROM found f
     WHERE d.agency_id = $1 AND d.endpoint_id = f.endpoint_id AND d.event_type = f.event_type AND d.id = f.id AND ${isOfOrder('d.event_type')}
       AND d.attempts <> '{}'
  )
  DELETE FROM delivery_queue d USING found f
   WHERE d.agency_id = $1 AND d.endpoint_id = f.endpoint_id AND d.event_type = f.event_type AND d.id = f.id AND NOT ${isOfOrder('d.event_type')}`;

/** SQL that subtracts removed bytes from the days that the quota of history counts. */
const subtractFrom = (column: 'delivery_bytes' | 'event_bytes', from: string) => `
  days AS MATERIALIZED (
    SELECT (uuid_extract_timestamp(id) AT TIME ZONE 'UTC')::date AS day, sum(bytes)::bigint AS bytes FROM ${from} GROUP BY 1
  )
  UPDATE history_days h SET ${column} = h.${column} - days.bytes FROM days WHERE h.agency_id = $1 AND h.day = days.day AND days.bytes <> 0`;

/** Response excerpts may name the person. */
const removeExcerpts = `
  WITH found AS MATERIALIZED (${deliveriesOf(given, 'delivery_history', 'd.endpoint_id, d.event_type, d.status, d.id')}), shortened AS (
    UPDATE delivery_history h SET attempts = without_excerpts(h.attempts) FROM found f
     WHERE h.agency_id = $1 AND h.endpoint_id = f.endpoint_id AND h.event_type = f.event_type AND h.status = f.status AND h.id = f.id
    RETURNING h.id, delivery_history_bytes(old.attempts) - delivery_history_bytes(new.attempts) AS bytes
  ), ${subtractFrom('delivery_bytes', 'shortened')}`;

const changeFailures = `
  WITH removed AS (
    DELETE FROM delivery_failures f USING ${given}
     WHERE f.agency_id = $1 AND f.event_id = ev.id AND NOT ${isOfOrder('f.event_type')}
    RETURNING 1
  ), changed AS (
    UPDATE delivery_failures f SET data = without_fan(f.data), attempts = without_excerpts(f.attempts) FROM ${given}
     WHERE f.agency_id = $1 AND f.event_id = ev.id AND ${isOfOrder('f.event_type')}
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM removed) + (SELECT count(*) FROM changed) AS count`;

/** `eraseLateResponses` finds the event by its subject, so the subject becomes the order only in the last pass ($4). */
const changeEvents = `
  WITH removed AS (
    DELETE FROM webhook_events e USING ${given} WHERE e.agency_id = $1 AND e.id = ev.id AND NOT ${isOfOrder('e.type')}
    RETURNING e.id, event_history_bytes(e.data) AS bytes
  ), anonymised AS (
    UPDATE webhook_events e SET data = without_fan(e.data), subject = CASE WHEN $4 THEN e.data ->> 'id' ELSE e.subject END FROM ${given}
     WHERE e.agency_id = $1 AND e.id = ev.id AND ${isOfOrder('e.type')}
    RETURNING e.id, event_history_bytes(old.data) - event_history_bytes(new.data) AS bytes
  ), counted AS MATERIALIZED (
    SELECT c.id, c.bytes FROM (TABLE removed UNION ALL TABLE anonymised) c
     WHERE c.id <= (SELECT q.events_counted_to FROM agency_quotas q WHERE q.agency_id = $1)
  ), ${subtractFrom('event_bytes', 'counted')}`;

const changeSubjects = `
  UPDATE webhook_events e SET subject = e.data ->> 'id' FROM ${given} WHERE e.agency_id = $1 AND e.id = ev.id`;

interface FoundEvent {
  readonly id: string;
  readonly type: string;
}

const valuesOf = (agencyId: string, events: readonly FoundEvent[]) => [
  agencyId,
  events.map(({ id }) => id),
  events.map(({ type }) => type),
];

/**
 * Changes pending deliveries first, in the order in which outcomes lock, so that later statements see rows recorded meanwhile. Returns the
 * number of changed failure records.
 */
async function changeDeliveries(sql: Sql, values: readonly unknown[]): Promise<number> {
  await sql.query({ text: changePending, values });
  await sql.query({ text: removeExcerpts, values });
  const [failures] = await sql.query<{ count: number }>({ text: changeFailures, values });
  return failures!.count;
}

/**
 * Events about orders stay without the person, so that they are neither sent twice nor reconstructed from their orders. Other events are removed
 * with their deliveries. History names persons only in response excerpts.
 */
export const eraseFanEvents: ErasureStep = {
  table: 'webhook_events',
  async take(sql: Sql, { agencyId, fanId, isLastPass }, after) {
    const events = await sql.query<FoundEvent>({ text: nextEvents, values: [agencyId, fanId, after === '' ? firstId : after] });
    const last = events.at(-1);
    if (!last) return fromFront(0);
    const values = valuesOf(agencyId, events);
    const failures = await changeDeliveries(sql, values);
    await sql.query({ text: changeEvents, values: [...values, isLastPass] });
    return { count: events.length, next: last.id, further: [{ table: 'delivery_failures', count: failures }] };
  },
};

/** Responses to attempts that were in flight when the last pass changed, and counted, their events. */
export const eraseLateResponses: ErasureStep = {
  table: 'webhook_events',
  async take(sql: Sql, { agencyId, fanId }) {
    const events = await sql.query<FoundEvent>({ text: nextAnonymised, values: [agencyId, fanId] });
    if (events.length === 0) return fromFront(0);
    const values = valuesOf(agencyId, events);
    await changeDeliveries(sql, values);
    await sql.query({ text: changeSubjects, values });
    return { count: 0, next: '' };
  },
};
