import { deliveryEventTypes } from '../../generated/events.ts';
import type { EndpointBacklog } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';

/** The pending deliveries of an endpoint, and its failures in a row. */
export interface EndpointBacklogRow {
  /** Counted up to one more than is shown. */
  pending_count: number;
  oldest_pending_at: Date | null;
  next_attempt_at: Date | null;
  consecutive_failures: number;
}

const types = deliveryEventTypes.map((type) => `'${type}'`).join(', ');

/** SQL of the pending deliveries `q` of the endpoint `e`, within a tenant scope and across agencies. */
const inScope = '{delivery_queue} q WHERE q.endpoint_id = e.id';
const across = 'delivery_queue q WHERE q.agency_id = e.agency_id AND q.endpoint_id = e.id';

const countOf = (pending: string, most: number) => `(SELECT count(*) FROM (SELECT FROM ${pending} LIMIT ${most}) counted)::int`;

/** SQL within a tenant scope: the number of pending deliveries of the endpoint `e`, up to `most`. */
export const pendingCount = (most: number) => countOf(inScope, most);

const oldestOf = (pending: string) => `
  (SELECT uuid_extract_timestamp(q.id)::timestamptz(3)
     FROM unnest(ARRAY[${types}]) AS t (type)
    CROSS JOIN LATERAL (SELECT q.id FROM ${pending} AND q.event_type = t.type ORDER BY q.id LIMIT 1) q
    ORDER BY q.id LIMIT 1)`;

/** SQL: when the oldest pending delivery was queued, by the first one of each type. */
export const oldestPendingAt = oldestOf(inScope);
export const oldestPendingAtAcross = oldestOf(across);

const columnsOf = (pending: string) => `
  ${countOf(pending, limits.countedPending + 1)} AS pending_count,
  ${oldestOf(pending)} AS oldest_pending_at,
  (SELECT q.due_at FROM ${pending} AND q.lease IS NULL ORDER BY q.due_at LIMIT 1)::timestamptz(3) AS next_attempt_at,
  e.consecutive_failures`;

/** SQL: the columns of `EndpointBacklogRow` of the endpoint `e`. Each reads a short range of an index without a sort. */
export const backlogColumns = columnsOf(inScope);
export const backlogColumnsAcross = columnsOf(across);

export function presentBacklog(row: EndpointBacklogRow): EndpointBacklog {
  return {
    pending_count: Math.min(row.pending_count, limits.countedPending),
    has_more_pending: row.pending_count > limits.countedPending,
    oldest_pending_at: row.oldest_pending_at?.toISOString() ?? null,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    consecutive_failures: row.consecutive_failures,
    breaker_failures: limits.breakerFailures,
  };
}
