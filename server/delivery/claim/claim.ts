import type { DeliveryEventType } from '../../../generated/models.ts';
import { systemClock, type Clock } from '../../lib/clock.ts';
import type { Sql, Statement } from '../../database/client/sql.ts';
import { isReceiving, mayGoOut } from '../../entities/endpoint.ts';
import { plainArray } from '../record/connection.ts';
import type { LeasedDelivery } from './leased-delivery.ts';
import { TargetReader, targetColumns, type TargetRow } from './targets.ts';

/** How many deliveries of one endpoint may start now. */
export interface Capacity {
  readonly agencyId: string;
  readonly endpointId: string;
  readonly slots: number;
  /** Nothing of the endpoint is due before this instant, in microseconds of the database's clock. */
  readonly lowWaterMicros: number;
}

export interface Claimed {
  readonly deliveries: LeasedDelivery[];
  /** The database's clock at the claim, in microseconds. */
  readonly atMicros: number;
  /** When the last claimed delivery of each endpoint was due. */
  readonly lastDueMicros: ReadonlyMap<string, number>;
}

interface ClaimedRow extends TargetRow {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: DeliveryEventType;
  readonly occurred_at: number;
  readonly is_reconstructed: boolean | null;
  readonly data: string;
  readonly traceparent: string | null;
  readonly attempt: number;
  readonly lease: number;
  readonly due_at: number;
  readonly leased_at: number;
}

/**
 * Dead entries of rows that are gone stay in the index as long as any snapshot is held anywhere: the scan begins at the
 * endpoint's low-water mark, so that it does not walk them. A row that this statement has locked stays where it is, so that the
 * update finds it without another lookup.
 */
const takeDue = (which: string, capacity: string, before = '') => `
  WITH ${before}capacity AS MATERIALIZED (${capacity}
  ), due AS MATERIALIZED (
    SELECT capacity.*, q.place
      FROM capacity
      CROSS JOIN LATERAL (
        SELECT ctid AS place
          FROM delivery_queue
         WHERE agency_id = capacity.agency_id AND endpoint_id = capacity.endpoint_id AND lease IS NULL AND ${which}
           AND due_at >= capacity.low_water AND due_at <= statement_timestamp() AND generation = capacity.generation
           AND ${mayGoOut('capacity.url_creator_ids', 'event_type', 'creator_id')}
         ORDER BY due_at
         LIMIT capacity.slots
           FOR UPDATE SKIP LOCKED
      ) q
  ), taken AS (
    UPDATE delivery_queue q
       SET lease = due.lease, attempt_count = q.attempt_count + 1
      FROM due
     WHERE q.ctid = due.place
    RETURNING ${targetColumns('due')}, q.id, q.event_id, q.event_type, q.attempt_count AS attempt, due.lease, q.data, q.is_reconstructed,
              (extract(epoch FROM q.occurred_at) * 1000)::float8 AS occurred_at,
              (extract(epoch FROM q.due_at) * 1e6)::float8 AS due_at,
              (extract(epoch FROM statement_timestamp()) * 1e6)::float8 AS leased_at
  )
  SELECT ${targetColumns('t')}, t.id, t.event_id, t.event_type, t.attempt, t.lease, t.occurred_at, t.due_at, t.leased_at, t.is_reconstructed,
         coalesce(t.data, event.data)::text AS data, event.traceparent
    FROM taken t
    LEFT JOIN LATERAL (
      SELECT ev.data, ev.traceparent FROM webhook_events ev WHERE ev.agency_id = t.agency_id AND ev.id = t.event_id LIMIT 1
    ) event ON true`;

const asked = `
    SELECT ${targetColumns('e')}, e.url_creator_ids, asked.slots, to_timestamp(asked.low_water / 1e6) AS low_water, l.id AS lease
      FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::float8[]) AS asked (agency_id, endpoint_id, slots, low_water)
      JOIN delivery_leases l ON l.id = $5 AND l.ended_at IS NULL
      JOIN webhook_endpoints e ON e.agency_id = asked.agency_id AND e.id = asked.endpoint_id AND e.status = 'active' AND ${isReceiving('e.listening_until')}`;

/** Attempts that were counted and of which nothing is known: their processes died. */
const lostCount = (of: string) => `${of}.attempt_count - cardinality(${of}.attempts)`;

/** SQL: whether the suspect is sent alone, since two processes have died while it was in flight. */
const isAlone = (of: string) => `${lostCount(of)} > 1`;

/** Endpoints of suspects: first those that acknowledged in the last minutes, last those of $4, which let attempts wait. */
const endpointsOfSuspects = (slots: string) => `
    SELECT ${targetColumns('e')}, e.url_creator_ids, 1 AS slots, asked.low_water, l.id AS lease
      FROM (SELECT w.agency_id, w.endpoint_id, w.low_water
              FROM (SELECT s.agency_id, s.endpoint_id, min(s.due_at) AS low_water, bool_or(e.consecutive_failures > 0) AS has_failed
                      FROM suspect s
                      JOIN webhook_endpoints e ON e.agency_id = s.agency_id AND e.id = s.endpoint_id AND e.status = 'active' AND e.generation = s.generation
                     WHERE ${mayGoOut('e.url_creator_ids', 's.event_type', 's.creator_id')} AND ${isReceiving('e.listening_until')}
                     GROUP BY s.agency_id, s.endpoint_id) w
             ORDER BY w.endpoint_id = ANY ($4::uuid[]), w.has_failed,
                      NOT EXISTS (SELECT FROM delivery_minutes m
                                   WHERE m.agency_id = w.agency_id AND m.endpoint_id = w.endpoint_id
                                     AND m.minute >= statement_timestamp() - interval '10 minutes' AND m.delivered_count > 0),
                      w.low_water
             LIMIT ${slots}) asked
      JOIN delivery_leases l ON l.id = $1 AND l.ended_at IS NULL
      JOIN webhook_endpoints e ON e.agency_id = asked.agency_id AND e.id = asked.endpoint_id`;

/** More suspects than these wait for the next claim to be read. */
const mostRead = 10_000;

/**
 * Suspects, but for those of the endpoints of $2 and what became due after $3. They are read in the order of their index and before
 * anything is joined, so that no plan walks the rest of the due deliveries.
 */
const suspects = (alone: string) => `suspect AS MATERIALIZED (
    SELECT s.agency_id, s.endpoint_id, s.event_type, s.creator_id, s.generation, s.due_at
      FROM delivery_queue s
     WHERE s.lease IS NULL AND s.is_suspect AND ${alone} (${isAlone('s')}) AND s.endpoint_id <> ALL ($2::uuid[])
       AND (s.due_at AT TIME ZONE 'UTC') <= least(statement_timestamp(), to_timestamp($3::float8 / 1e6)) AT TIME ZONE 'UTC'
     ORDER BY (s.due_at AT TIME ZONE 'UTC') LIMIT ${mostRead}
  ), `;

const claimDue = takeDue('NOT is_suspect', asked);
const claimSuspectsText = takeDue(`is_suspect AND NOT (${isAlone('delivery_queue')})`, endpointsOfSuspects('$5'), suspects('NOT'));
const claimSuspectAloneText = takeDue(`is_suspect AND (${isAlone('delivery_queue')})`, endpointsOfSuspects('1'), suspects(''));

async function take(sql: Sql, clock: Clock, statement: Statement): Promise<Claimed> {
  const rows = await sql.query<ClaimedRow>(statement);
  const heardAt = clock.now();
  const targets = new TargetReader();
  const lastDueMicros = new Map<string, number>();
  const deliveries = rows.map((row): LeasedDelivery => {
    lastDueMicros.set(row.endpoint_id, Math.max(lastDueMicros.get(row.endpoint_id) ?? 0, row.due_at));
    return {
      target: targets.read(row),
      deliveryId: row.id,
      eventId: row.event_id,
      eventType: row.event_type,
      occurredAt: row.occurred_at,
      isReconstructed: row.is_reconstructed === true,
      data: row.data,
      traceparent: row.traceparent,
      lease: row.lease,
      attempt: row.attempt,
      leasedAt: row.leased_at / 1_000,
      heardAt,
      overdueMs: (row.leased_at - row.due_at) / 1_000,
    };
  });
  return { deliveries, atMicros: rows[0]?.leased_at ?? 0, lastDueMicros };
}

/**
 * Takes due deliveries, endpoint by endpoint and no more than each has slots for, so that one endpoint's backlog never
 * fills a batch. The attempt is counted here: a payload that kills the process is not sent for ever. Whatever
 * another claim is taking is skipped, and so is a delivery that must be drained: recorded before its endpoint was disabled, or not for its present URL.
 */
export function claim(sql: Sql, lease: number, capacity: readonly Capacity[], clock: Clock = systemClock): Promise<Claimed> {
  return take(sql, clock, {
    name: 'claim-deliveries',
    text: claimDue,
    values: [
      plainArray(capacity.map(({ agencyId }) => agencyId)),
      plainArray(capacity.map(({ endpointId }) => endpointId)),
      plainArray(capacity.map(({ slots }) => slots)),
      plainArray(capacity.map(({ lowWaterMicros }) => lowWaterMicros)),
      lease,
    ],
  });
}

export interface SuspectsAsked {
  /** Endpoints that have a suspect open. */
  readonly butOf: readonly string[];
  /** Endpoints that come last. */
  readonly slow: readonly string[];
  /** What became due later belongs to another round; in microseconds of the database's clock. */
  readonly dueByMicros: number;
}

/** Takes deliveries that were in flight when their process died: one of each of as many endpoints. */
export function claimSuspects(
  sql: Sql,
  lease: number,
  { butOf, slow, dueByMicros }: SuspectsAsked,
  endpoints: number,
  clock: Clock = systemClock,
): Promise<Claimed> {
  const values = [lease, plainArray(butOf), dueByMicros, plainArray(slow), endpoints];
  return take(sql, clock, { name: 'claim-suspects', text: claimSuspectsText, values });
}

/** Takes one delivery that was in flight when two processes died, or more. */
export function claimSuspectAlone(
  sql: Sql,
  lease: number,
  { butOf, slow, dueByMicros }: SuspectsAsked,
  clock: Clock = systemClock,
): Promise<Claimed> {
  const values = [lease, plainArray(butOf), dueByMicros, plainArray(slow)];
  return take(sql, clock, { name: 'claim-suspect-alone', text: claimSuspectAloneText, values });
}

/** What of a delivery is enough to settle it. */
type Held = Pick<LeasedDelivery, 'deliveryId' | 'eventType' | 'lease' | 'attempt'> & {
  readonly target: Pick<LeasedDelivery['target'], 'agencyId' | 'endpointId'>;
};

/** Rows are updated by their keys: one that another transaction updates meanwhile, which the lock waits for, is elsewhere then. */
const freeHeld = (assignments: string) => `
  WITH held AS MATERIALIZED (
    SELECT q.agency_id, q.endpoint_id, q.event_type, q.id
      FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::int[], $6::int[])
           AS held (agency_id, endpoint_id, event_type, id, lease, attempt)
      CROSS JOIN LATERAL (
        SELECT q.agency_id, q.endpoint_id, q.event_type, q.id
          FROM delivery_queue q
         WHERE q.agency_id = held.agency_id AND q.endpoint_id = held.endpoint_id AND q.event_type = held.event_type AND q.id = held.id
           AND q.lease = held.lease AND q.attempt_count = held.attempt
           FOR UPDATE
      ) q
  )
  UPDATE delivery_queue q
     SET lease = NULL, ${assignments}
    FROM held
   WHERE q.agency_id = held.agency_id AND q.endpoint_id = held.endpoint_id AND q.event_type = held.event_type AND q.id = held.id`;

const heldValues = (deliveries: readonly Held[]) => [
  plainArray(deliveries.map(({ target }) => target.agencyId)),
  plainArray(deliveries.map(({ target }) => target.endpointId)),
  plainArray(deliveries.map(({ eventType }) => eventType)),
  plainArray(deliveries.map(({ deliveryId }) => deliveryId)),
  plainArray(deliveries.map(({ lease }) => lease)),
  plainArray(deliveries.map(({ attempt }) => attempt)),
];

const giveBackText = freeHeld('attempt_count = q.attempt_count - 1, due_at = clock_timestamp()');
const putOffText = freeHeld(`is_suspect = false, due_at = clock_timestamp() + interval '1 minute'`);

/** Gives deliveries back, with their attempts uncounted: nothing was, or will be, said about the receiver. */
export async function giveBack(sql: Sql, deliveries: readonly Held[]): Promise<void> {
  await sql.query({ name: 'give-back-deliveries', text: giveBackText, values: heldValues(deliveries) });
}

/**
 * Puts off deliveries whose outcomes the database refuses: it can perhaps take them later. Their attempts count, so that
 * they are not sent for ever.
 */
export async function putOff(sql: Sql, deliveries: readonly Held[]): Promise<void> {
  await sql.query({ name: 'put-off-deliveries', text: putOffText, values: heldValues(deliveries) });
}
