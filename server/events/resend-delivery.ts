import type { ScopedSqlTransaction } from '../database/client/sql.ts';
import type { DeliveryEventType } from '../../generated/models.ts';
import type { Outbox } from './outbox.ts';

/** A delivery, and its event as it is stored. */
export interface DeliveryToResend {
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly event: {
    readonly id: string;
    readonly type: DeliveryEventType;
    readonly creatorId: string | null;
    readonly occurredAt: Date;
    readonly isReconstructed: boolean;
    /** JSON. */
    readonly data: string;
  };
}

/** The payload is copied, because the event may be deleted before the delivery ends. */
const resend = `
  WITH delivery AS (
    INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, generation, replay_of, is_resend, is_reconstructed, data)
    SELECT {agency_id}, e.id, $3, uuidv7(), $4, $5, $6, e.generation, $2, true, nullif($8::boolean, false), $7::json
      FROM {webhook_endpoints} e
     WHERE e.id = $1 AND e.status = 'active'
    RETURNING id
  )
  SELECT id, (extract(epoch FROM statement_timestamp()) * 1e6)::float8 AS "sinceMicros" FROM delivery`;

/** Queues the event of a delivery again, as another delivery. Answers with its id, or null if the endpoint is disabled. */
export async function resendDelivery(
  outbox: Outbox,
  transaction: ScopedSqlTransaction,
  { endpointId, deliveryId, event }: DeliveryToResend,
): Promise<string | null> {
  const [queued] = await transaction.query<{ id: string; sinceMicros: number }>({
    text: resend,
    values: [endpointId, deliveryId, event.type, event.id, event.creatorId, event.occurredAt, event.data, event.isReconstructed],
  });
  if (!queued) return null;
  const { agencyId } = transaction.tenantScope;
  transaction.afterCommit(() => outbox.announce([{ agencyId, endpointId, sinceMicros: queued.sinceMicros }]));
  return queued.id;
}
