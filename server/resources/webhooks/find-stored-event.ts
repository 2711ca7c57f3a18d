import type { DeliveryEventType } from '../../../generated/models.ts';
import type { Sql } from '../../database/client/sql.ts';
import type { KeptEvent } from '../../entities/delivery-request.ts';
import type { DeliveryDetailRow } from '../../entities/webhook-delivery.ts';

/** The event where it is stored; after its day, pending deliveries and failures have its payload. */
const storedEvent = `
  SELECT ev.type, ev.creator_id, ev.occurred_at, ev.data::text AS data, ev.is_reconstructed FROM {webhook_events} ev WHERE ev.id = $1
   UNION ALL
  SELECT q.event_type, q.creator_id, q.occurred_at, q.data::text, q.is_reconstructed
    FROM {delivery_queue} q WHERE q.endpoint_id = $2 AND q.event_type = $3 AND q.id = $4 AND q.data IS NOT NULL
   UNION ALL
  SELECT f.event_type, f.creator_id, f.occurred_at, f.data::text, f.is_reconstructed FROM {delivery_failures} f WHERE f.event_id = $1
   LIMIT 1`;

interface StoredRow {
  type: DeliveryEventType;
  creator_id: string | null;
  occurred_at: Date;
  data: string;
  is_reconstructed: boolean | null;
}

export interface StoredEvent extends KeptEvent {
  readonly creatorId: string | null;
}

/** The event of a delivery, as it is recorded; undefined where it is no longer stored. */
export async function findStoredEvent(
  data: Sql,
  { event_id, endpoint_id, event_type, id }: Pick<DeliveryDetailRow, 'event_id' | 'endpoint_id' | 'event_type' | 'id'>,
): Promise<StoredEvent | undefined> {
  const [row] = await data.query<StoredRow>({ text: storedEvent, values: [event_id, endpoint_id, event_type, id] });
  if (!row) return undefined;
  const { type, creator_id: creatorId, occurred_at: occurredAt, is_reconstructed } = row;
  return { id: event_id, type, creatorId, occurredAt, isReconstructed: is_reconstructed === true, data: row.data };
}
