import type { RecoveredType } from '../../generated/models.ts';
import type { Sql } from '../database/client/sql.ts';
import type { TableNames } from './recoverable-facts.ts';

/** The events of an agency after an id and before another that an endpoint would receive. */
export interface EventRun {
  readonly agencyId: string;
  readonly endpointId: string;
  readonly afterId: string;
  readonly beforeId: string;
  readonly eventTypes: readonly string[];
  /** Null for all of them. */
  readonly creatorIds: readonly string[] | null;
  readonly most: number;
}

/** How the endpoint is sent them. */
export interface RecoveredDeliveries {
  readonly recoveryId: string;
  readonly generation: number;
}

export interface ReadEvents {
  /** The last event that was read; null when there is no further one. */
  readonly last_id: string | null;
  readonly counts: readonly RecoveredType[] | null;
  /** The database's clock in microseconds. */
  readonly since_micros: number;
}

/** An event's first deliveries are made by the statement that records it, which ends long before that. */
const publishedWithin = "interval '30 seconds'";

const ofFirst = (
  alias: string,
) => `${alias}.agency_id = $1 AND ${alias}.endpoint_id = $2 AND ${alias}.event_type = ev.type AND ${alias}.event_id = ev.id
             AND ${alias}.id >= first_id_at(uuid_extract_timestamp(ev.id)) AND ${alias}.id < first_id_at(uuid_extract_timestamp(ev.id) + ${publishedWithin})`;
const ofOthers = (alias: string) =>
  `${alias}.agency_id = $1 AND ${alias}.event_id = ev.id AND ${alias}.endpoint_id = $2 AND ${alias}.replay_of IS NOT NULL`;

/** SQL: whether the endpoint has a delivery of the event `ev`: its first one, found behind the event's id, another one, or a failure. */
const hasDelivery = (of: TableNames) => `(
             (SELECT true FROM ${of('delivery_queue')} q WHERE ${ofFirst('q')} ORDER BY q.id LIMIT 1) IS TRUE
          OR (SELECT true FROM ${of('delivery_history')} h WHERE ${ofFirst('h')} AND h.status = 'delivered' ORDER BY h.id LIMIT 1) IS TRUE
          OR (SELECT true FROM ${of('delivery_history')} h WHERE ${ofFirst('h')} AND h.status = 'failed' ORDER BY h.id LIMIT 1) IS TRUE
          OR (SELECT true FROM ${of('delivery_queue')} q WHERE ${ofOthers('q')} LIMIT 1) IS TRUE
          OR (SELECT true FROM ${of('delivery_history')} h WHERE ${ofOthers('h')} LIMIT 1) IS TRUE
          OR (SELECT true FROM ${of('delivery_failures')} f WHERE f.agency_id = $1 AND f.event_id = ev.id AND f.endpoint_id = $2 LIMIT 1) IS TRUE)`;

/**
 * A bounded run of the agency's events, whichever of them the endpoint wants, oldest first. Pings and other events without a creator are of
 * endpoints, and test events are of an account that does not exist: both are left out.
 */
const found = (of: TableNames) => `
  WITH run AS MATERIALIZED (
    SELECT last_event_of_run($1, $3::uuid, $4::uuid, $7::int) AS last_id
  ), found AS MATERIALIZED (
    SELECT ev.id, ev.type, ev.creator_id, ev.occurred_at, ev.is_reconstructed IS TRUE AS is_reconstructed, ${hasDelivery(of)} AS is_delivered
      FROM ${of('webhook_events')} ev
      JOIN ${of('creators')} c ON c.agency_id = $1 AND c.id = ev.creator_id AND c.account_id = ev.data ->> 'account_id'
     WHERE ev.agency_id = $1 AND ev.id > $3::uuid AND ev.id < $4::uuid AND ev.id <= coalesce((SELECT last_id FROM run), $4::uuid)
       AND ev.type = ANY ($5::text[]) AND ($6::text[] IS NULL OR ev.creator_id = ANY ($6))
  )`;

const counted = `
  SELECT (SELECT last_id FROM run) AS last_id, (extract(epoch FROM statement_timestamp()) * 1e6)::float8 AS since_micros,
         (SELECT json_agg(json_build_object('event_type', type, 'recorded_count', recorded_count, 'reconstructed_count', reconstructed_count, 'delivered_count', delivered_count))
            FROM (SELECT type, count(*) FILTER (WHERE NOT is_delivered AND NOT is_reconstructed) AS recorded_count,
                         count(*) FILTER (WHERE NOT is_delivered AND is_reconstructed) AS reconstructed_count,
                         count(*) FILTER (WHERE is_delivered) AS delivered_count
                    FROM found GROUP BY type) types) AS counts`;

const countText = `${found((table) => `{${table}}`)}${counted}`;

/** A delivery of a recovery names it, and is found by its event in the index of replays. */
const queueText = `${found((table) => table)}, delivery AS (
    INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, creator_id, occurred_at, generation, replay_of, is_resend, is_reconstructed)
    SELECT $1, $2, type, id, creator_id, occurred_at, $8, $9, false, nullif(is_reconstructed, false)
      FROM found WHERE NOT is_delivered ORDER BY id
  )${counted}`;

const valuesOf = ({ agencyId, endpointId, afterId, beforeId, eventTypes, creatorIds, most }: EventRun) => [
  agencyId,
  endpointId,
  afterId,
  beforeId,
  eventTypes,
  creatorIds,
  most,
];

/** Counts the events of a run within a key's reach. */
export async function countEvents(sql: Sql, run: EventRun): Promise<ReadEvents> {
  const [read] = await sql.query<ReadEvents>({ text: countText, values: valuesOf(run), plan: 'custom' });
  return read!;
}

/** Queues those of a run that the endpoint has no delivery of. */
export async function queueEvents(sql: Sql, run: EventRun, { recoveryId, generation }: RecoveredDeliveries): Promise<ReadEvents> {
  const [read] = await sql.query<ReadEvents>({ text: queueText, values: [...valuesOf(run), generation, recoveryId], plan: 'custom' });
  return read!;
}
