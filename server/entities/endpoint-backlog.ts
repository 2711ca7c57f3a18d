import { deliveryEventTypes } from '../../generated/events.ts';
import type { EndpointBacklog } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';

/** The pending deliveries of an endpoint, and its failures in a row. */
export interface EndpointBacklogRow {
  /** Counted up to one more than is shown. */
  pending_count: number;
  oldest_pending_at: Date | null;
  next_attempt_at: Date | null;
  /** Null also for an endpoint that cannot receive now. */
  oldest_due_at: Date | null;
  /** Deliveries that ended, by the minute; null if none ended lately. */
  per_minute: number | null;
  consecutive_failures: number;
}

/** SQL: whether an endpoint can receive now. Deliveries to a listener without a stream wait. */
export const isReceiving = (listeningUntil: string) => `(${listeningUntil} IS NULL OR ${listeningUntil} > statement_timestamp())`;

const types = deliveryEventTypes.map((type) => `'${type}'`).join(', ');

/** SQL of the pending deliveries `q` and of the counters `c` of the endpoint `e`, within a tenant scope and across agencies. */
interface Sources {
  readonly pending: string;
  readonly counters: string;
}

const inScope: Sources = { pending: '{delivery_queue} q WHERE q.endpoint_id = e.id', counters: '{delivery_minutes} c WHERE' };
const across: Sources = {
  pending: 'delivery_queue q WHERE q.agency_id = e.agency_id AND q.endpoint_id = e.id',
  counters: 'delivery_minutes c WHERE c.agency_id = e.agency_id AND',
};

const countOf = (pending: string, most: number) => `(SELECT count(*) FROM (SELECT FROM ${pending} LIMIT ${most}) counted)::int`;

/** SQL within a tenant scope: the number of pending deliveries of the endpoint `e`, up to `most`. */
export const pendingCount = (most: number) => countOf(inScope.pending, most);

const oldestOf = (pending: string) => `
  (SELECT uuid_extract_timestamp(q.id)::timestamptz(3)
     FROM unnest(ARRAY[${types}]) AS t (type)
    CROSS JOIN LATERAL (SELECT q.id FROM ${pending} AND q.event_type = t.type ORDER BY q.id LIMIT 1) q
    ORDER BY q.id LIMIT 1)`;

/** SQL: when the oldest pending delivery was queued, by the first one of each type. */
export const oldestPendingAt = oldestOf(inScope.pending);
export const oldestPendingAtAcross = oldestOf(across.pending);

const firstDueOf = (pending: string, condition = 'true') =>
  `(SELECT q.due_at FROM ${pending} AND q.lease IS NULL AND ${condition} ORDER BY q.due_at LIMIT 1)::timestamptz(3)`;

/** SQL: since when the oldest due delivery of the endpoint `e` waits. */
const oldestDueOf = (pending: string) => `
  CASE WHEN e.status = 'active' AND ${isReceiving('e.listening_until')} THEN ${firstDueOf(pending, 'q.due_at <= now()')} END`;

/** SQL: whether the due time `due.at` makes an endpoint behind. */
const isBehind = `due.at < now() - interval '${limits.behindSeconds} seconds'`;

/** SQL: deliveries of the last minutes by the minute, from the first minute in which one ended, and no more than the rate of the endpoint allows. */
const rateOf = (counters: string) => `
  (SELECT least(sum(c.delivered_count + c.failed_count) / greatest(1, extract(epoch FROM now() - min(c.minute)) / 60), e.max_per_second * 60)::float8
     FROM ${counters} (c.endpoint_id, c.minute) >= (e.id, date_trunc('minute', now() - interval '${limits.healthMinutes} minutes'))
      AND (c.endpoint_id, c.minute) < (e.id, 'infinity') AND c.delivered_count + c.failed_count > 0
   HAVING count(*) > 0)`;

const columnsOf = ({ pending, counters }: Sources) => `
  ${countOf(pending, limits.countedPending + 1)} AS pending_count,
  ${oldestOf(pending)} AS oldest_pending_at,
  ${firstDueOf(pending)} AS next_attempt_at,
  ${oldestDueOf(pending)} AS oldest_due_at,
  ${rateOf(counters)} AS per_minute,
  e.consecutive_failures`;

/** SQL: the columns of `EndpointBacklogRow` of the endpoint `e`. Each reads a short range of an index without a sort. */
export const backlogColumns = columnsOf(inScope);
export const backlogColumnsAcross = columnsOf(across);

/** What an endpoint is behind by; nulls if it is not behind. */
export interface BehindColumns {
  behind_since: Date | null;
  /** Counted up to one more than is shown. */
  behind_count: number | null;
  behind_per_minute: number | null;
}

const behindOf = ({ pending, counters }: Sources) => `
  (SELECT due.at AS behind_since, ${countOf(pending, limits.countedPending + 1)} AS behind_count, ${rateOf(counters)} AS behind_per_minute
     FROM (SELECT ${oldestDueOf(pending)} AS at) due WHERE ${isBehind})`;

/** SQL: a row of `BehindColumns` of the endpoint `e` if it is behind. For others, it reads one entry of an index. */
export const behindInScope = behindOf(inScope);
export const behindAcross = behindOf(across);

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** A duration in the largest unit of which there are at least two. */
function about(seconds: number): string {
  const [unit, length] = units.find(([, each]) => seconds >= each * 2) ?? units.at(-1)!;
  return `${Math.max(1, Math.round(seconds / length))} ${unit}`;
}

/** By what an endpoint is behind, such as `5,000 deliveries wait, 14 a minute; done in about 6 h`. */
export function describeBehind(count: number, perMinute: number | null, seconds = secondsUntilDone(count, perMinute)): string {
  const shown = Math.min(count, limits.countedPending);
  const waiting = shown === 1 ? '1 delivery waits' : `${count > shown ? 'over ' : ''}${shown.toLocaleString('en')} deliveries wait`;
  const rate =
    perMinute === null ? 'none ended lately' : `${perMinute < 0.5 ? 'less than 1' : Math.round(perMinute).toLocaleString('en')} a minute`;
  return `${waiting}, ${rate}${seconds === null ? '' : `; done in about ${about(seconds)}`}`;
}

export interface BehindRow {
  readonly endpoint_count: number;
  readonly oldest_due_at: Date | null;
  /** Of all of them, counted up to one more than is shown of an endpoint. Null without an endpoint, and with more than are described. */
  readonly pending_count: number | null;
  readonly per_minute: number | null;
  /** Until the last of them is done; null if that is not known. */
  readonly done_in_seconds: number | null;
}

/**
 * SQL: the endpoints of all agencies that are behind. It reads one entry of an index for each endpoint, and the waiting deliveries and the rates of a few
 * that are behind.
 */
export const endpointsBehind = `
  WITH behind AS MATERIALIZED (
    SELECT e.agency_id, e.id, e.max_per_second, due.at
      FROM webhook_endpoints e CROSS JOIN LATERAL (SELECT ${oldestDueOf(across.pending)} AS at) due
     WHERE ${isBehind}
  ), described AS MATERIALIZED (
    SELECT e.agency_id, e.id, e.max_per_second FROM behind e WHERE (SELECT count(*) FROM behind) <= ${limits.incidentItems}
  ), waiting AS (
    SELECT w.id, count(*) AS count
      FROM (SELECT e.id FROM described e CROSS JOIN LATERAL (SELECT FROM ${across.pending} OFFSET 0) q LIMIT ${limits.countedPending + 1}) w
     GROUP BY w.id
  ), rates AS (
    SELECT w.count, ${rateOf(across.counters)} AS per_minute FROM waiting w JOIN described e ON e.id = w.id
  )
  SELECT b.endpoint_count, b.oldest_due_at, r.pending_count, r.per_minute, r.done_in_seconds
    FROM (SELECT count(*) AS endpoint_count, min(at) AS oldest_due_at FROM behind) b,
         (SELECT sum(count)::int AS pending_count, sum(per_minute)::float8 AS per_minute,
                 CASE WHEN sum(count) <= ${limits.countedPending} AND count(per_minute) = count(*) THEN max(count / per_minute * 60) END::float8 AS done_in_seconds
            FROM rates) r`;

/** By what these endpoints are behind together; null if none is, or too many are. */
export const describeAllBehind = ({ pending_count: count, per_minute: perMinute, done_in_seconds: seconds }: BehindRow): string | null =>
  count === null ? null : describeBehind(count, perMinute, seconds);

/** The seconds until this many pending deliveries have ended; null if it is not known. */
function secondsUntilDone(pendingCount: number, perMinute: number | null): number | null {
  if (perMinute === null || pendingCount === 0 || pendingCount > limits.countedPending) return null;
  return Math.ceil((pendingCount / perMinute) * 60);
}

export function presentBacklog(row: EndpointBacklogRow): EndpointBacklog {
  return {
    pending_count: Math.min(row.pending_count, limits.countedPending),
    has_more_pending: row.pending_count > limits.countedPending,
    oldest_pending_at: row.oldest_pending_at?.toISOString() ?? null,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    oldest_due_at: row.oldest_due_at?.toISOString() ?? null,
    per_minute: row.per_minute === null ? null : Math.round(row.per_minute),
    done_in_seconds: secondsUntilDone(row.pending_count, row.per_minute),
    consecutive_failures: row.consecutive_failures,
    breaker_failures: limits.breakerFailures,
  };
}
