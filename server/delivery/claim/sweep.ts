import type { Sql } from '../../database/client/sql.ts';
import { plainArray } from '../record/connection.ts';
import { nowMicros, type DueEndpoint } from './dispatcher.ts';
import { isReceiving } from '../../entities/endpoint-backlog.ts';
import { isRevoked } from '../upkeep/drain.ts';

/** The result of a sweep, with instants in microseconds of the database's clock. */
export interface Swept {
  readonly endpoints: readonly DueEndpoint[];
  readonly nowMicros: number;
  /** The next sweep continues after this instant. */
  readonly reachedMicros: number;
}

/** The maximum number of rows that a sweep reads, not counting further rows with the same due time as the last one. */
const maxRows = 2_000;

/** The expression of the index `delivery_queue_due`. */
const dueTime = `(due_at AT TIME ZONE 'UTC')`;

/** SQL: whether a delivery is free and became due since $1, which `>` excludes. */
const isDue = (since: '>' | '>=') =>
  `lease IS NULL AND ${dueTime} ${since} to_timestamp($1::float8 / 1e6) AT TIME ZONE 'UTC' AND ${dueTime} <= statement_timestamp() AT TIME ZONE 'UTC'`;

const sweepText = `
  WITH due AS MATERIALIZED (
    SELECT agency_id, endpoint_id, due_at FROM delivery_queue
     WHERE ${isDue('>')}
     ORDER BY ${dueTime} FETCH FIRST ${maxRows} ROWS WITH TIES
  )
  SELECT ${nowMicros} AS now,
         (SELECT count(*) FROM due) AS count,
         (SELECT (extract(epoch FROM max(due_at)) * 1e6)::float8 FROM due) AS last,
         (SELECT coalesce(json_agg(json_build_array(agency_id, endpoint_id, since)), '[]')
            FROM (SELECT agency_id, endpoint_id, (extract(epoch FROM min(due_at)) * 1e6)::float8 AS since FROM due GROUP BY 1, 2) e) AS endpoints`;

/** Reads the deliveries that became due after an instant and not later than now. */
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
 * Endpoints that may have pending deliveries that must not be sent, because they were recorded before the endpoint was disabled or got
 * another URL. Of the `announced` endpoints, given with the instants of their announcements, includes deleted ones and those with due
 * deliveries that no claim takes.
 */
export async function findEndpointsToDrain(sql: Sql, announced: ReadonlyMap<string, number>): Promise<string[]> {
  const rows = await sql.query<{ id: string }>({
    name: 'find-endpoints-to-drain',
    text: `
      (SELECT id FROM webhook_endpoints WHERE drained_generation < generation LIMIT 1000)
      UNION ALL
      SELECT announced.id
        FROM unnest($1::uuid[], $2::float8[]) AS announced (id, since)
        LEFT JOIN webhook_endpoints e ON e.id = announced.id
       WHERE e.id IS NULL OR (
         SELECT true FROM delivery_queue q
          WHERE q.agency_id = e.agency_id AND q.endpoint_id = e.id AND q.lease IS NULL
            AND q.due_at >= to_timestamp(announced.since / 1e6) AND q.due_at <= statement_timestamp() AND ${isRevoked}
          ORDER BY q.due_at LIMIT 1)`,
    values: [plainArray([...announced.keys()]), plainArray([...announced.values()])],
  });
  return rows.map(({ id }) => id);
}

/** Deliveries that must be drained stay in the queue until then. A query skips at most this many of them. */
const maxRevokedRows = 1_000;

const oldestDueText = `
  WITH oldest AS MATERIALIZED (
    SELECT agency_id, endpoint_id, event_type, creator_id, generation, due_at FROM delivery_queue
     WHERE ${isDue('>=')}
     ORDER BY ${dueTime} LIMIT ${maxRevokedRows}
  ), sent AS MATERIALIZED (
    SELECT due_at FROM oldest q
     WHERE (SELECT NOT ${isRevoked} AND ${isReceiving('e.listening_until')} FROM webhook_endpoints e WHERE e.agency_id = q.agency_id AND e.id = q.endpoint_id)
     LIMIT 1
  )
  SELECT ${nowMicros} AS now,
         (SELECT (extract(epoch FROM due_at) * 1e6)::float8 FROM sent) AS due,
         CASE WHEN NOT EXISTS (SELECT FROM sent)
              THEN (SELECT (extract(epoch FROM max(due_at)) * 1e6)::float8 FROM oldest HAVING count(*) = ${maxRevokedRows}) END AS passed`;

/**
 * How long the oldest due delivery has waited, in milliseconds; 0 if none is due. Deliveries that must be drained do not count. Reads from
 * the low-water mark to the first row that must be sent, and returns the mark for the next query.
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

/** Counts the due deliveries that wait for an attempt, up to `max`. */
export async function countDue(sql: Sql, lowWaterMicros: number, max: number): Promise<number> {
  const [row] = await sql.query<{ count: number }>({
    name: 'count-due-deliveries',
    text: `
      SELECT count(*) AS count
        FROM (SELECT FROM delivery_queue
               WHERE ${isDue('>=')}
               ORDER BY ${dueTime} LIMIT $2) due`,
    values: [lowWaterMicros, max],
  });
  return row!.count;
}
