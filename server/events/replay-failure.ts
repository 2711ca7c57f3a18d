import { deliveryEventTypes } from '../../generated/events.ts';
import type { ScopedSqlTransaction } from '../database/client/sql.ts';
import { mayGoOut } from '../entities/endpoint.ts';
import type { QueuedDelivery } from '../entities/event.ts';
import { isUuid } from '../query/uuid.ts';
import type { Outbox } from './outbox.ts';
import { isReplayable } from './replayable.ts';

export interface FailureOfEndpoint {
  readonly endpointId: string;
  readonly failureId: string;
}

/** The delivery of a replay; one that cannot be sent now waits with its failure. */
export interface ReplayedFailure extends QueuedDelivery {
  readonly isSent: boolean;
}

/**
 * What cannot be sent now leaves no delivery behind: the failure itself becomes that of the replay, so that the same
 * request multiplies nothing.
 */
const replay = `
  WITH new AS MATERIALIZED (SELECT uuidv7() AS delivery_id), endpoint AS MATERIALIZED (
    SELECT e.id, e.agency_id, e.generation, e.status, e.url_creator_ids FROM {webhook_endpoints} e WHERE e.id = $1
  ), failure AS MATERIALIZED (
    SELECT f.id, f.event_type, e.status = 'active' AND ${mayGoOut('e.url_creator_ids', 'f.event_type', 'f.creator_id')} AS is_sent
      FROM {delivery_failures} f CROSS JOIN endpoint e
     WHERE f.endpoint_id = $1 AND f.event_type = ANY ($3::text[]) AND f.id = $2 AND ${isReplayable('$4::text[]')}
       FOR UPDATE OF f
  ), mark AS (
    UPDATE delivery_failures f
       SET replayed_at = CASE WHEN is_sent THEN statement_timestamp() END,
           delivery_id = CASE WHEN is_sent THEN f.delivery_id ELSE new.delivery_id END,
           error = CASE WHEN is_sent THEN f.error ELSE 'endpoint_disabled' END,
           attempts = CASE WHEN is_sent THEN f.attempts ELSE '{}' END
      FROM failure CROSS JOIN new
     WHERE {scope delivery_failures f} AND f.endpoint_id = $1 AND f.event_type = failure.event_type AND f.id = failure.id
    RETURNING f.id, f.event_id, f.event_type, f.creator_id, f.occurred_at, f.is_reconstructed, f.data, new.delivery_id, is_sent
  ), delivery AS (
    INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, generation, replay_of, is_reconstructed, data)
    SELECT {agency_id}, e.id, m.event_type, m.delivery_id, m.event_id, m.creator_id, m.occurred_at, e.generation, m.id, m.is_reconstructed, m.data
      FROM mark m CROSS JOIN endpoint e WHERE m.is_sent
  )
  SELECT event_id AS "eventId", delivery_id AS "deliveryId", is_sent AS "isSent",
         (extract(epoch FROM statement_timestamp()) * 1e6)::float8 AS "sinceMicros"
    FROM mark`;

/**
 * Queues the event of a failure again, as a delivery of its own with the event's id and payload. It may be asked for
 * again. Answers null when the endpoint has no such failure within reach (any more).
 */
export async function replayFailure(
  outbox: Outbox,
  transaction: ScopedSqlTransaction,
  { endpointId, failureId }: FailureOfEndpoint,
): Promise<ReplayedFailure | null> {
  if (!isUuid(failureId)) return null;
  const { agencyId, creatorIds } = transaction.tenantScope;
  const [replayed] = await transaction.query<ReplayedFailure & { sinceMicros: number }>({
    text: replay,
    values: [endpointId, failureId, deliveryEventTypes, creatorIds],
  });
  if (!replayed) return null;
  const { eventId, deliveryId, isSent, sinceMicros } = replayed;
  if (isSent) transaction.afterCommit(() => outbox.announce([{ agencyId, endpointId, sinceMicros }]));
  return { eventId, deliveryId, isSent };
}
