import { creatorOfEvent } from '../access/reach-sql.ts';
import type { Transaction } from '../database/sql.ts';
import { mayGoOut } from '../delivery/endpoints.ts';
import { wakeDeliverers } from '../delivery/wake.ts';
import type { QueuedDelivery } from './outbox.ts';
import { isReplayable } from './replayable.ts';
import { addWakeUpJob } from './wake-up-job.ts';

export interface FailureOfEndpoint {
  readonly endpointId: string;
  readonly failureId: string;
  /** Creators within reach of who asks; empty for all. */
  readonly creatorIds: readonly string[];
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What cannot be sent now leaves no delivery behind: the failure itself becomes that of the replay, so that the same
 * request multiplies nothing.
 */
const replay = `
  WITH new AS MATERIALIZED (SELECT uuidv7() AS delivery_id), endpoint AS MATERIALIZED (
    SELECT id, agency_id, generation, status, url_creator_ids FROM webhook_endpoints WHERE id = $1
  ), failure AS MATERIALIZED (
    SELECT f.id, e.status = 'active' AND ${mayGoOut('e.url_creator_ids', 'f.event_type', creatorOfEvent('f'))} AS is_sent
      FROM webhook_failures f CROSS JOIN endpoint e
     WHERE f.id = $2 AND f.endpoint_id = $1 AND ${isReplayable('$3::text[]')}
       FOR UPDATE OF f
  ), mark AS (
    UPDATE webhook_failures f
       SET replayed_at = CASE WHEN is_sent THEN now() END,
           delivery_id = CASE WHEN is_sent THEN f.delivery_id ELSE new.delivery_id END,
           error = CASE WHEN is_sent THEN f.error ELSE 'endpoint_disabled' END,
           attempts = CASE WHEN is_sent THEN f.attempts ELSE '[]' END
      FROM failure CROSS JOIN new
     WHERE f.id = failure.id
    RETURNING f.id, f.event_id, f.event_type, f.creator_id, new.delivery_id, is_sent
  ), delivery AS (
    INSERT INTO deliveries (event_id, id, agency_id, endpoint_id, event_type, creator_id, generation, replay_of)
    SELECT m.event_id, m.delivery_id, e.agency_id, e.id, m.event_type, m.creator_id, e.generation, m.id
      FROM mark m CROSS JOIN endpoint e WHERE m.is_sent
  )
  SELECT event_id AS "eventId", delivery_id AS "deliveryId", is_sent AS "isSent" FROM mark`;

/**
 * Queues the event of a failure again, as a delivery of its own with the event's id and payload. It may be asked for
 * again. Answers null when the endpoint has no such failure within reach (any more).
 */
export async function replayFailure(
  transaction: Transaction,
  { endpointId, failureId, creatorIds }: FailureOfEndpoint,
): Promise<QueuedDelivery | null> {
  if (!uuid.test(failureId)) return null;
  const [replayed] = await transaction.query<QueuedDelivery & { isSent: boolean }>({
    text: replay,
    values: [endpointId, failureId, creatorIds],
  });
  if (!replayed) return null;
  const { eventId, deliveryId, isSent } = replayed;
  if (isSent) {
    await addWakeUpJob(transaction);
    transaction.afterCommit(() => wakeDeliverers([endpointId]));
  }
  return { eventId, deliveryId };
}
