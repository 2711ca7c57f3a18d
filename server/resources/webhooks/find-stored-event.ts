import type { Sql } from '../../database/client/sql.ts';
import type { StoredEvent } from '../../entities/delivery-request.ts';
import type { DeliveryDetailRow } from '../../entities/webhook-delivery.ts';

/** After the retention of events, pending deliveries and failures still have the payload. */
const storedEvent = `
  SELECT ev.id, ev.type, ev.creator_id AS "creatorId", ev.occurred_at AS "occurredAt", ev.data::text AS data,
         ev.is_reconstructed IS TRUE AS "isReconstructed"
    FROM {webhook_events} ev WHERE ev.id = $1
   UNION ALL
  SELECT q.event_id, q.event_type, q.creator_id, q.occurred_at, q.data::text, q.is_reconstructed IS TRUE
    FROM {delivery_queue} q WHERE q.endpoint_id = $2 AND q.event_type = $3 AND q.id = $4 AND q.data IS NOT NULL
   UNION ALL
  SELECT f.event_id, f.event_type, f.creator_id, f.occurred_at, f.data::text, f.is_reconstructed IS TRUE
    FROM {delivery_failures} f WHERE f.event_id = $1
   LIMIT 1`;

/** The event of a delivery; undefined if it is no longer stored. */
export async function findStoredEvent(
  data: Sql,
  { event_id, endpoint_id, event_type, id }: Pick<DeliveryDetailRow, 'event_id' | 'endpoint_id' | 'event_type' | 'id'>,
): Promise<(StoredEvent & { readonly creatorId: string | null }) | undefined> {
  const [event] = await data.query<StoredEvent & { readonly creatorId: string | null }>({
    text: storedEvent,
    values: [event_id, endpoint_id, event_type, id],
  });
  return event;
}
