import { deliveryEventTypes } from '../../generated/events.ts';
import type { ScopedSqlTransaction } from '../database/client/sql.ts';
import { firstShownId } from '../database/partitions/partitions.ts';
import { isOfCreators } from '../declare/event-creators.ts';
import { nowMicros } from '../delivery/claim/dispatcher.ts';
import { mayGoOut } from '../entities/endpoint.ts';
import type { QueuedDelivery } from '../entities/new-event.ts';
import { isUuid } from '../query/uuid.ts';
import type { Outbox } from './outbox.ts';
import { queueAgain } from './queue-again.ts';

/** SQL: whether the failure `f` is retained and belongs to one of these creators. An empty list means all creators. */
export const isReplayable = (creatorIds: string) => `(
  f.id >= ${firstShownId}
  AND (${creatorIds} = '{}' OR ${isOfCreators('f.event_type', 'f.creator_id', creatorIds)}))`;

export interface FailureOfEndpoint {
  readonly endpointId: string;
  readonly failureId: string;
}

/** The delivery of a replay. If it cannot be sent now, it is the failure's delivery. */
export interface ReplayedFailure extends QueuedDelivery {
  readonly isSent: boolean;
}

const replay = `
  WITH endpoint AS MATERIALIZED (
    SELECT e.id, e.generation, e.status, e.url_creator_ids FROM {webhook_endpoints} e WHERE e.id = $1
  ), failure AS MATERIALIZED (
    SELECT f.id, f.event_type, e.status = 'active' AND ${mayGoOut('e.url_creator_ids', 'f.event_type', 'f.creator_id')} AS is_sent
      FROM {delivery_failures} f CROSS JOIN endpoint e
     WHERE f.endpoint_id = $1 AND f.event_type = ANY ($3::text[]) AND f.id = $2 AND ${isReplayable('$4::text[]')}
       FOR UPDATE OF f
  ), mark AS (
    -- If the event cannot be sent now, the failure becomes that of the replay, so that requests do not multiply failures.
    UPDATE delivery_failures f
       SET replayed_at = CASE WHEN is_sent THEN statement_timestamp() END,
           delivery_id = CASE WHEN is_sent THEN f.delivery_id ELSE uuidv7() END,
           error = CASE WHEN is_sent THEN f.error ELSE 'endpoint_disabled' END,
           attempts = CASE WHEN is_sent THEN f.attempts ELSE '{}' END
      FROM failure
     WHERE {scope delivery_failures f} AND f.endpoint_id = $1 AND f.event_type = failure.event_type AND f.id = failure.id
    RETURNING f.id AS replay_of, f.event_id, f.event_type, f.creator_id, f.occurred_at, f.is_reconstructed, f.data, f.delivery_id, is_sent
  ), ${queueAgain(`(
    SELECT {agency_id} AS agency_id, e.id AS endpoint_id, e.generation, NULL::boolean AS is_resend, m.*
      FROM mark m CROSS JOIN endpoint e WHERE m.is_sent)`)}
  SELECT event_id AS "eventId", CASE WHEN is_sent THEN (SELECT id FROM delivery) ELSE delivery_id END AS "deliveryId", is_sent AS "isSent",
         ${nowMicros} AS "sinceMicros"
    FROM mark`;

/** Queues the event of a failure again, as another delivery. Returns null if the endpoint has no such failure in the tenant scope. */
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
