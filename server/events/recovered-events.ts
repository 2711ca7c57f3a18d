import type { RecoveredType } from '../../generated/models.ts';
import type { Sql } from '../database/client/sql.ts';
import { firstIdAt } from '../database/id-times.ts';
import { nowMicros } from '../delivery/claim/dispatcher.ts';
import { queueAgain } from './queue-again.ts';
import type { Recoverable, TableNames } from './recoverable-facts.ts';

/** At most `max` recoverable events after an id. */
export interface EventRun extends Recoverable {
  readonly afterId: string | null;
  readonly max: number;
}

/** The fields that all deliveries of a recovery share. */
export interface RecoveredDeliveries {
  readonly recoveryId: string;
  readonly generation: number;
}

export interface ReadEvents {
  /** The last event that was read; null at the end. */
  readonly last_id: string | null;
  readonly counts: readonly RecoveredType[] | null;
  /** The database's clock in microseconds. */
  readonly since_micros: number;
}

/** The statement that records an event queues its first deliveries. It ends within this time. */
const publishedWithin = "interval '30 seconds'";

const ofFirst = (
  alias: string,
) => `${alias}.agency_id = $1 AND ${alias}.endpoint_id = $2 AND ${alias}.event_type = ev.type AND ${alias}.event_id = ev.id
             AND ${alias}.id >= first_id_at(uuid_extract_timestamp(ev.id)) AND ${alias}.id < first_id_at(uuid_extract_timestamp(ev.id) + ${publishedWithin})`;
const ofOthers = (alias: string) =>
  `${alias}.agency_id = $1 AND ${alias}.event_id = ev.id AND ${alias}.endpoint_id = $2 AND ${alias}.replay_of IS NOT NULL`;

/** SQL: whether the endpoint has a delivery of the event `ev` (its first one, by the event's id, or another one) or a failure. */
const hasDelivery = (of: TableNames) => `(
             (SELECT true FROM ${of('delivery_queue')} q WHERE ${ofFirst('q')} ORDER BY q.id LIMIT 1) IS TRUE
          OR (SELECT true FROM ${of('delivery_history')} h WHERE ${ofFirst('h')} AND h.status = 'delivered' ORDER BY h.id LIMIT 1) IS TRUE
          OR (SELECT true FROM ${of('delivery_history')} h WHERE ${ofFirst('h')} AND h.status = 'failed' ORDER BY h.id LIMIT 1) IS TRUE
          OR (SELECT true FROM ${of('delivery_queue')} q WHERE ${ofOthers('q')} LIMIT 1) IS TRUE
          OR (SELECT true FROM ${of('delivery_history')} h WHERE ${ofOthers('h')} LIMIT 1) IS TRUE
          OR (SELECT true FROM ${of('delivery_failures')} f WHERE f.agency_id = $1 AND f.event_id = ev.id AND f.endpoint_id = $2 LIMIT 1) IS TRUE)`;

/** Stored deliveries of an endpoint that are searched for the events of a span. */
const searchedDeliveries = 500;

/** SQL within a tenant scope: whether the endpoint `e` may have a delivery of an event since the instant `start`. False only if it has none. */
export const mayHaveDeliveries = (start: string): string => {
  const mayBeIn = (table: string) => `
    (SELECT count(*) = ${searchedDeliveries} OR coalesce(bool_or(d.event_id >= first_id_at(${start})), false)
       FROM (SELECT d.event_id FROM {${table}} d WHERE d.endpoint_id = e.id AND d.id >= first_id_at(${start}) LIMIT ${searchedDeliveries}) d)`;
  return `(${['delivery_queue', 'delivery_history', 'delivery_failures'].map(mayBeIn).join(' OR ')})`;
};

const found = (of: TableNames, isDelivered: string) => `
  WITH run AS MATERIALIZED (
    -- A bounded run of the agency's events, oldest first, including those that the endpoint does not receive.
    SELECT last_event_of_run($1, $3::uuid, $4::uuid, $7::int) AS last_id
  ), found AS MATERIALIZED (
    -- Excludes events about endpoints, which have no creator, and test events, whose account does not exist.
    SELECT ev.id, ev.type, ev.creator_id, ev.occurred_at, ev.is_reconstructed IS TRUE AS is_reconstructed, ${isDelivered} AS is_delivered
      FROM ${of('webhook_events')} ev
      JOIN ${of('creators')} c ON c.agency_id = $1 AND c.id = ev.creator_id AND c.account_id = ev.data ->> 'account_id'
     WHERE ev.agency_id = $1 AND ev.id > $3::uuid AND ev.id < $4::uuid AND ev.id <= coalesce((SELECT last_id FROM run), $4::uuid)
       AND ev.type = ANY ($5::text[]) AND ($6::text[] IS NULL OR ev.creator_id = ANY ($6))
  )`;

const counted = `
  SELECT (SELECT last_id FROM run) AS last_id, ${nowMicros} AS since_micros,
         (SELECT json_agg(json_build_object('event_type', type, 'recorded_count', recorded_count, 'reconstructed_count', reconstructed_count, 'delivered_count', delivered_count))
            FROM (SELECT type, count(*) FILTER (WHERE NOT is_delivered AND NOT is_reconstructed) AS recorded_count,
                         count(*) FILTER (WHERE NOT is_delivered AND is_reconstructed) AS reconstructed_count,
                         count(*) FILTER (WHERE is_delivered) AS delivered_count
                    FROM found GROUP BY type) types) AS counts`;

const inScope: TableNames = (table) => `{${table}}`;
const countText = `${found(inScope, hasDelivery(inScope))}${counted}`;
/** For an endpoint without deliveries: the search for those of each event takes longer to plan than the events to read. */
const countUndeliveredText = `${found(inScope, '$2::uuid IS NULL')}${counted}`;

const plain: TableNames = (table) => table;
const queueText = `${found(plain, hasDelivery(plain))}, ${queueAgain(`(
    SELECT $1::uuid AS agency_id, $2::uuid AS endpoint_id, type AS event_type, id AS event_id, creator_id, occurred_at, $8::int AS generation, $9::uuid AS replay_of,
           false AS is_resend, nullif(is_reconstructed, false) AS is_reconstructed, NULL::json AS data
      FROM found WHERE NOT is_delivered ORDER BY id)`)}${counted}`;

function valuesOf({ agencyId, endpointId, eventTypes, creatorIds, start, end, afterId, max }: EventRun): unknown[] {
  const first = firstIdAt(start.getTime());
  const from = afterId !== null && afterId > first ? afterId : first;
  return [agencyId, endpointId, from, firstIdAt(end.getTime()), eventTypes, creatorIds, max];
}

/** Counts the events of a run in the tenant scope. */
export async function countEvents(sql: Sql, run: EventRun): Promise<ReadEvents> {
  const [read] = await sql.query<ReadEvents>({
    text: run.mayHaveDeliveries ? countText : countUndeliveredText,
    values: valuesOf(run),
    plan: 'custom',
  });
  return read!;
}

/** Queues the events of a run without a delivery to the endpoint. */
export async function queueEvents(sql: Sql, run: EventRun, { recoveryId, generation }: RecoveredDeliveries): Promise<ReadEvents> {
  const [read] = await sql.query<ReadEvents>({ text: queueText, values: [...valuesOf(run), generation, recoveryId], plan: 'custom' });
  return read!;
}
