import type { DeliveryEventType } from '../../../generated/models.ts';
import { systemClock, type Clock } from '../../lib/clock.ts';
import type { Sql, Statement } from '../../database/client/sql.ts';
import { isReceiving } from '../../entities/endpoint-backlog.ts';
import { mayGoOut } from '../../entities/endpoint.ts';
import { plainArray } from '../record/connection.ts';
import { nowMicros } from './dispatcher.ts';
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

/** What a claim may take of an endpoint with a rate. */
export interface Pace {
  readonly slots: number;
  /** After this time, the next claim may take more. */
  readonly waitMs: number;
}

export interface Claimed {
  readonly deliveries: LeasedDelivery[];
  /** Of the endpoints with a rate. */
  readonly paces: ReadonlyMap<string, Pace>;
  /** The database's clock at the claim, in microseconds. */
  readonly atMicros: number;
  /** When the last claimed delivery of each endpoint was due. */
  readonly lastDueMicros: ReadonlyMap<string, number>;
}

interface DeliveryColumns {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: DeliveryEventType;
  readonly occurred_at: number;
  readonly data: string;
  readonly attempt: number;
  readonly due_at: number;
}

/** A delivery, or without its columns an endpoint with a rate. */
interface ClaimedRow extends TargetRow, Readonly<{ [Name in keyof DeliveryColumns]: DeliveryColumns[Name] | null }> {
  readonly is_reconstructed: boolean | null;
  readonly traceparent: string | null;
  readonly lease: number;
  readonly leased_at: number;
  readonly slots: number | null;
  readonly max_per_second: number | null;
  /** From when the claimed deliveries count, in milliseconds from now. Null if another claim takes from the rate at the same time. */
  readonly paced_from_ms: number | null;
}

/**
 * A claim takes what the rate of an endpoint allows until so many milliseconds later. So many attempts may begin at once, and the rate of any second is
 * exceeded by no more.
 */
const paceAheadMs = 100;

/** SQL: the columns of an endpoint `e` that pace its claims, with its slots by `paced`. */
const pacedColumns = (slots: string) =>
  `e.max_per_second, paced.paced_from, CASE WHEN e.max_per_second IS NULL THEN ${slots} ELSE least(${slots}, coalesce(paced.slots, 0)) END AS slots`;

/** SQL: what the rate of an endpoint `e` allows now. Locked, so that claims of several processes share it; none waits for another. */
const paced = `
      LEFT JOIN LATERAL (
        SELECT greatest(p.paced_until, statement_timestamp()) AS paced_from,
               CASE WHEN p.paced_until > statement_timestamp()
                    THEN greatest(0, floor(extract(epoch FROM statement_timestamp() - p.paced_until + interval '${paceAheadMs} ms') * p.max_per_second))
                    ELSE greatest(1, floor(p.max_per_second * ${paceAheadMs} / 1000.0)) END::int AS slots
          FROM webhook_endpoints p
         WHERE e.max_per_second IS NOT NULL AND p.agency_id = e.agency_id AND p.id = e.id
           FOR NO KEY UPDATE SKIP LOCKED
      ) paced ON true`;

/** SQL that claims due deliveries, as many of each endpoint of `capacity` as it has slots, and takes them from its rate. */
const claimText = (which: string, capacity: string, before = '') => `
  WITH ${before}capacity AS MATERIALIZED (${capacity}
  ), due AS MATERIALIZED (
    -- While any snapshot is held, the index has entries of removed rows: the low-water mark skips them.
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
    -- A locked row does not move, so its ctid finds it without another lookup.
    UPDATE delivery_queue q
       SET lease = due.lease, attempt_count = q.attempt_count + 1
      FROM due
     WHERE q.ctid = due.place
    RETURNING ${targetColumns('due')}, q.id, q.event_id, q.event_type, q.attempt_count AS attempt, due.lease, q.data, q.is_reconstructed,
              (extract(epoch FROM q.occurred_at) * 1000)::float8 AS occurred_at,
              (extract(epoch FROM q.due_at) * 1e6)::float8 AS due_at,
              ${nowMicros} AS leased_at
  ), pace AS (
    UPDATE webhook_endpoints e SET paced_until = d.paced_from + d.count * interval '1 second' / e.max_per_second
      FROM (SELECT agency_id, endpoint_id, paced_from, count(*) AS count FROM due WHERE paced_from IS NOT NULL GROUP BY 1, 2, 3) d
     WHERE e.agency_id = d.agency_id AND e.id = d.endpoint_id
  )
  SELECT ${targetColumns('t')}, t.id, t.event_id, t.event_type, t.attempt, t.lease, t.occurred_at, t.due_at, t.leased_at, t.is_reconstructed,
         coalesce(t.data, event.data)::text AS data, event.traceparent, NULL::int AS slots, NULL::int AS max_per_second, NULL::float8 AS paced_from_ms
    FROM taken t
    LEFT JOIN LATERAL (
      SELECT ev.data, ev.traceparent FROM webhook_events ev WHERE ev.agency_id = t.agency_id AND ev.id = t.event_id LIMIT 1
    ) event ON true
   UNION ALL
  SELECT ${targetColumns('c')}, NULL, NULL, NULL, NULL, c.lease, NULL, NULL, ${nowMicros}, NULL, NULL, NULL, c.slots, c.max_per_second,
         (extract(epoch FROM c.paced_from - statement_timestamp()) * 1000)::float8
    FROM capacity c WHERE c.max_per_second IS NOT NULL`;

const givenCapacity = `
    SELECT ${targetColumns('e')}, e.url_creator_ids, ${pacedColumns('given.slots')}, to_timestamp(given.low_water / 1e6) AS low_water, l.id AS lease
      FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::float8[]) AS given (agency_id, endpoint_id, slots, low_water)
      JOIN delivery_leases l ON l.id = $5 AND l.ended_at IS NULL
      JOIN webhook_endpoints e ON e.agency_id = given.agency_id AND e.id = given.endpoint_id AND e.status = 'active' AND ${isReceiving('e.listening_until')}${paced}`;

/** SQL: whether a crash suspect is sent alone: two processes have died while it was in flight, so two of its attempts have no outcome. */
const isAlone = (of: string) => `${of}.attempt_count - cardinality(${of}.attempts) > 1`;

/** One slot for each of $5 endpoints of suspects. */
const suspectCapacity = `
    -- The order of endpoints: first those that acknowledged a delivery in the last minutes, last the slow ones ($4).
    SELECT ${targetColumns('e')}, e.url_creator_ids, ${pacedColumns('1')}, chosen.low_water, l.id AS lease
      FROM (SELECT w.agency_id, w.endpoint_id, w.low_water
              FROM (SELECT s.agency_id, s.endpoint_id, min(s.due_at) AS low_water, bool_or(e.consecutive_failures > 0) AS has_failed
                      FROM suspect s
                      JOIN webhook_endpoints e ON e.agency_id = s.agency_id AND e.id = s.endpoint_id AND e.status = 'active' AND e.generation = s.generation
                     WHERE ${mayGoOut('e.url_creator_ids', 's.event_type', 's.creator_id')} AND ${isReceiving('e.listening_until')}
                       AND (e.max_per_second IS NULL OR (e.paced_until > statement_timestamp()) IS NOT TRUE)
                     GROUP BY s.agency_id, s.endpoint_id) w
             ORDER BY w.endpoint_id = ANY ($4::uuid[]), w.has_failed,
                      NOT EXISTS (SELECT FROM delivery_minutes m
                                   WHERE m.agency_id = w.agency_id AND m.endpoint_id = w.endpoint_id
                                     AND m.minute >= statement_timestamp() - interval '10 minutes' AND m.delivered_count > 0),
                      w.low_water
             LIMIT $5) chosen
      JOIN delivery_leases l ON l.id = $1 AND l.ended_at IS NULL
      JOIN webhook_endpoints e ON e.agency_id = chosen.agency_id AND e.id = chosen.endpoint_id${paced}`;

/** The maximum number of suspects that a claim reads. The next claim reads the others. */
const maxSuspectsRead = 10_000;

/** Suspects except those of the endpoints $2 and those that became due after $3. */
const suspects = (not: string) => `suspect AS MATERIALIZED (
    -- Read in the order of their index before any join, so that no plan reads the other due deliveries.
    SELECT s.agency_id, s.endpoint_id, s.event_type, s.creator_id, s.generation, s.due_at
      FROM delivery_queue s
     WHERE s.lease IS NULL AND s.is_suspect AND ${not} (${isAlone('s')}) AND s.endpoint_id <> ALL ($2::uuid[])
       AND (s.due_at AT TIME ZONE 'UTC') <= least(statement_timestamp(), to_timestamp($3::float8 / 1e6)) AT TIME ZONE 'UTC'
     ORDER BY (s.due_at AT TIME ZONE 'UTC') LIMIT ${maxSuspectsRead}
  ), `;

const claimDeliveries = { name: 'claim-deliveries', text: claimText('NOT is_suspect', givenCapacity) };
const claimTogether = {
  name: 'claim-suspects',
  text: claimText(`is_suspect AND NOT (${isAlone('delivery_queue')})`, suspectCapacity, suspects('NOT')),
};
const claimAlone = {
  name: 'claim-suspect-alone',
  text: claimText(`is_suspect AND (${isAlone('delivery_queue')})`, suspectCapacity, suspects('')),
};

const isDelivery = (row: ClaimedRow): row is ClaimedRow & DeliveryColumns => row.id !== null;

/** Of a quick rate, the next claim takes more before the last one is used up, so that the rate is reached although claims take time. */
function paceOf({ slots, max_per_second: rate, paced_from_ms: fromMs }: ClaimedRow, count: number): Pace {
  const usedUpMs = (fromMs ?? paceAheadMs) + (count * 1_000) / rate!;
  return { slots: slots!, waitMs: rate! * paceAheadMs < 2_000 ? usedUpMs : Math.max(paceAheadMs / 4, usedUpMs - paceAheadMs / 2) };
}

async function run(sql: Sql, clock: Clock, statement: Statement): Promise<Claimed> {
  const rows = await sql.query<ClaimedRow>(statement);
  const receivedAt = clock.now();
  const targets = new TargetReader();
  const lastDueMicros = new Map<string, number>();
  const counts = new Map<string, number>();
  const deliveries = rows.filter(isDelivery).map((row): LeasedDelivery => {
    counts.set(row.endpoint_id, (counts.get(row.endpoint_id) ?? 0) + 1);
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
      receivedAt,
      overdueMs: (row.leased_at - row.due_at) / 1_000,
    };
  });
  const paces = new Map(rows.flatMap((row) => (isDelivery(row) ? [] : [[row.endpoint_id, paceOf(row, counts.get(row.endpoint_id) ?? 0)]])));
  return { deliveries, paces, atMicros: rows[0]?.leased_at ?? 0, lastDueMicros };
}

/**
 * Claims due deliveries, of each endpoint no more than it has slots, so that the backlog of one endpoint never fills a batch. Counts the
 * attempt, so that a payload that kills the process is not sent for ever. Rows that another claim has locked are skipped, and so are deliveries
 * that must be drained.
 */
export function claim(sql: Sql, lease: number, capacity: readonly Capacity[], clock: Clock = systemClock): Promise<Claimed> {
  const values = [
    plainArray(capacity.map(({ agencyId }) => agencyId)),
    plainArray(capacity.map(({ endpointId }) => endpointId)),
    plainArray(capacity.map(({ slots }) => slots)),
    plainArray(capacity.map(({ lowWaterMicros }) => lowWaterMicros)),
    lease,
  ];
  return run(sql, clock, { ...claimDeliveries, values });
}

export interface SuspectsRequest {
  /** Endpoints with a suspect in flight. */
  readonly excluded: readonly string[];
  /** Endpoints that come last. */
  readonly slow: readonly string[];
  /** Suspects that became due later belong to the next round; in microseconds of the database's clock. */
  readonly dueByMicros: number;
  /** Claim one suspect of each of so many endpoints, or one that is sent alone. */
  readonly endpointCount: number | 'alone';
}

/** Claims crash suspects: deliveries that were in flight when their process died. */
export function claimSuspects(sql: Sql, lease: number, request: SuspectsRequest, clock: Clock = systemClock): Promise<Claimed> {
  const { excluded, slow, dueByMicros, endpointCount } = request;
  const isAlone = endpointCount === 'alone';
  const values = [lease, plainArray(excluded), dueByMicros, plainArray(slow), isAlone ? 1 : endpointCount];
  return run(sql, clock, { ...(isAlone ? claimAlone : claimTogether), values });
}
