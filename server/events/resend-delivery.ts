import type { DeliveryEventType } from '../../generated/models.ts';
import type { ScopedSqlTransaction } from '../database/client/sql.ts';
import { nowMicros } from '../delivery/claim/dispatcher.ts';
import type { Outbox } from './outbox.ts';
import { queueAgain } from './queue-again.ts';

/** A delivery with its stored event. */
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

const resend = `
  WITH ${queueAgain(`(
    SELECT {agency_id} AS agency_id, e.id AS endpoint_id, $3::text AS event_type, $4::uuid AS event_id, $5::text AS creator_id, $6::timestamptz AS occurred_at,
           e.generation, $2::uuid AS replay_of, true AS is_resend, nullif($8::boolean, false) AS is_reconstructed, $7::json AS data
      FROM {webhook_endpoints} e
     WHERE e.id = $1 AND e.status = 'active')`)}
  SELECT id, ${nowMicros} AS "sinceMicros" FROM delivery`;

/** Queues the event of a delivery again, as another delivery. Returns its id, or null if the endpoint is disabled. */
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
