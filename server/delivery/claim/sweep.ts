import type { Sql } from '../../database/client/sql.ts';
import { plainArray } from '../record/connection.ts';
import type { DueEndpoint } from './dispatcher.ts';
import { isReceiving } from '../../entities/endpoint.ts';
import { isRevoked } from '../upkeep/drain.ts';

/** What one query of a range of due times found. */
export interface Swept {
  readonly endpoints: readonly DueEndpoint[];
  /** The database's clock, in microseconds. */
  readonly nowMicros: number;
  /** Up to where the stretch was read. */
  readonly reachedMicros: number;
}

/** A query reads no more rows than this, and those that became due in the same instant as the last one: the next query continues after it. */
const maxRows = 2_000;

/** As the sweeps' index has it. */
const dueTime = `(due_at AT TIME ZONE 'UTC')`;

/** Reads what became due after an instant and not later than now: what waits for later costs nothing. */
const sweepText = `
  WITH due AS MATERIALIZED (
    SELECT agency_id, endpoint_id, due_at FROM delivery_queue
     WHERE lease IS NULL AND ${dueTime} > to_timestamp($1::float8 / 1e6) AT TIME ZONE 'UTC' AND ${dueTime} <= statement_timestamp() AT TIME ZONE 'UTC'
     ORDER BY ${dueTime} FETCH FIRST ${maxRows} ROWS WITH TIES
  )
  SELECT (extract(epoch FROM statement_timestamp()) * 1e6)::float8 AS now,
         (SELECT count(*) FROM due) AS count,
         (SELECT (extract(epoch FROM max(due_at)) * 1e6)::float8 FROM due) AS last,
         (SELECT coalesce(json_agg(json_build_array(agency_id, endpoint_id, since)), '[]')
            FROM (SELECT agency_id, endpoint_id, (extract(epoch FROM min(due_at)) * 1e6)::float8 AS since FROM due GROUP BY 1, 2) e) AS endpoints`;

export async function sweep(sql: Sql, afterMicros: number): Promise<Swept> {
  const [row] = await sql.query<{ now: number; count: number; last: number | null; endpoints: [string, string, number][] }>({
    name: 'sweep',
    text: sweepText,
    values: [afterMicros],
  });
  const { now, count, last, endpoints } = row!;
  return {
    endpoints: endpoints.map(([agencyId, endpointId, sinceMicros]) => ({ agencyId, endpointId, sinceMicros })),
    nowMicros: now,
    reachedMicros: count >= maxRows ? last! : now,
  };
}

/**
 * Endpoints for which something may wait that is not to be sent: disabled since it was recorded, or given another URL. Of
 * those that are doubtful since an instant also the ones that are deleted, or have something due since then that no claim takes.
 */
export async function findEndpointsToDrain(sql: Sql, doubtful: ReadonlyMap<string, number>): Promise<string[]> {
  const rows = await sql.query<{ id: string }>({
    name: 'find-endpoints-to-drain',
    text: `
      (SELECT id FROM webhook_endpoints WHERE drained_generation < generation LIMIT 1000)
      UNION ALL
      SELECT doubtful.id
        FROM unnest($1::uuid[], $2::float8[]) AS doubtful (id, since)
        LEFT JOIN webhook_endpoints e ON e.id = doubtful.id
       WHERE e.id IS NULL OR (
         SELECT true FROM delivery_queue q
          WHERE q.agency_id = e.agency_id AND q.endpoint_id = e.id AND q.lease IS NULL
            AND q.due_at >= to_timestamp(doubtful.since / 1e6) AND q.due_at <= statement_timestamp() AND ${isRevoked}
          ORDER BY q.due_at LIMIT 1)`,
    values: [plainArray([...doubtful.keys()]), plainArray([...doubtful.values()])],
  });
  return rows.map(({ id }) => id);
}

/** Deliveries that must be drained stay in the queue until they are: a query skips at most this many of them. */
const maxRevokedRows = 1_000;

/** Reads no further than the first row that must be sent. */
const oldestDueText = `
  WITH oldest AS MATERIALIZED (
    SELECT agency_id, endpoint_id, event_type, creator_id, generation, due_at FROM delivery_queue
     WHERE lease IS NULL AND ${dueTime} >= to_timestamp($1::float8 / 1e6) AT TIME ZONE 'UTC' AND ${dueTime} <= statement_timestamp() AT TIME ZONE 'UTC'
     ORDER BY ${dueTime} LIMIT ${maxRevokedRows}
  ), sent AS MATERIALIZED (
    SELECT due_at FROM oldest q
     WHERE (SELECT NOT ${isRevoked} AND ${isReceiving('e.listening_until')} FROM webhook_endpoints e WHERE e.agency_id = q.agency_id AND e.id = q.endpoint_id)
     LIMIT 1
  )
  SELECT (extract(epoch FROM statement_timestamp()) * 1e6)::float8 AS now,
         (SELECT (extract(epoch FROM due_at) * 1e6)::float8 FROM sent) AS due,
         CASE WHEN NOT EXISTS (SELECT FROM sent)
              THEN (SELECT (extract(epoch FROM max(due_at)) * 1e6)::float8 FROM oldest HAVING count(*) = ${maxRevokedRows}) END AS passed`;

/**
 * How long the oldest due delivery has waited, in milliseconds; 0 when none is due. A delivery that must not be sent, because its
 * endpoint was disabled or deleted, waits for nothing. `lowWaterMicros` as in a claim; the next query begins at the returned one.
 */
export async function oldestDue(sql: Sql, lowWaterMicros: number): Promise<{ oldestDueMs: number; lowWaterMicros: number }> {
  const [row] = await sql.query<{ now: number; due: number | null; passed: number | null }>({
    text: oldestDueText,
    values: [lowWaterMicros],
  });
  const { now, due, passed } = row!;
  const overlapMicros = 60_000_000;
  return {
    oldestDueMs: due === null ? 0 : (now - due) / 1_000,
    lowWaterMicros: Math.min(due ?? passed ?? Infinity, now - overlapMicros),
  };
}

/** How many deliveries are due and wait for an attempt, counted up to `most`. What waits for later costs nothing. */
export async function countDue(sql: Sql, lowWaterMicros: number, most: number): Promise<number> {
  const [row] = await sql.query<{ count: number }>({
    name: 'count-due-deliveries',
    text: `
      SELECT count(*) AS count
        FROM (SELECT FROM delivery_queue
               WHERE lease IS NULL AND ${dueTime} >= to_timestamp($1::float8 / 1e6) AT TIME ZONE 'UTC' AND ${dueTime} <= statement_timestamp() AT TIME ZONE 'UTC'
               ORDER BY ${dueTime} LIMIT $2) due`,
    values: [lowWaterMicros, most],
  });
  return row!.count;
}
