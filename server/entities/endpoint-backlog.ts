import { deliveryEventTypes } from '../../generated/events.ts';
import type { EndpointBacklog } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';

/** What waits for an endpoint, and how near it is to being disabled. */
export interface BacklogRow {
  /** Up to one more than are shown. */
  pending_count: number;
  oldest_pending_at: Date | null;
  next_attempt_at: Date | null;
  consecutive_failures: number;
}

const types = deliveryEventTypes.map((type) => `'${type}'`).join(', ');

/** SQL within reach: how many deliveries are pending for the endpoint `e`, counted up to a bound. */
export const pendingCount = (most: number) =>
  `(SELECT count(*) FROM (SELECT FROM {delivery_queue} q WHERE q.endpoint_id = e.id LIMIT ${most}) counted)::int`;

/** SQL within reach: when the oldest of them was queued. It is the first of each type. */
export const oldestPendingAt = `
  (SELECT uuid_extract_timestamp(q.id)::timestamptz(3)
     FROM unnest(ARRAY[${types}]) AS t (type)
    CROSS JOIN LATERAL (SELECT q.id FROM {delivery_queue} q WHERE q.endpoint_id = e.id AND q.event_type = t.type ORDER BY q.id LIMIT 1) q
    ORDER BY q.id LIMIT 1)`;

/** SQL within reach: the columns of `BacklogRow` of the endpoint `e`. Each reads a short run of an index, however much is pending. */
export const backlogColumns = `
  ${pendingCount(limits.countedPending + 1)} AS pending_count,
  ${oldestPendingAt} AS oldest_pending_at,
  (SELECT q.due_at FROM {delivery_queue} q WHERE q.endpoint_id = e.id AND q.lease IS NULL ORDER BY q.due_at LIMIT 1)::timestamptz(3) AS next_attempt_at,
  e.consecutive_failures`;

export function presentBacklog(row: BacklogRow): EndpointBacklog {
  return {
    pending_count: Math.min(row.pending_count, limits.countedPending),
    has_more_pending: row.pending_count > limits.countedPending,
    oldest_pending_at: row.oldest_pending_at?.toISOString() ?? null,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    consecutive_failures: row.consecutive_failures,
    breaker_failures: limits.breakerFailures,
  };
}
