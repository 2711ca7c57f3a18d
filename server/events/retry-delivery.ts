import type { ScopedSqlTransaction } from '../database/client/sql.ts';
import { nowMicros } from '../delivery/claim/dispatcher.ts';
import type { Outbox } from './outbox.ts';

export interface PendingDelivery {
  readonly endpointId: string;
  readonly eventType: string;
  readonly deliveryId: string;
}

const makeDue = `
  UPDATE delivery_queue q SET due_at = statement_timestamp()
   WHERE {scope delivery_queue q} AND q.endpoint_id = $1 AND q.event_type = $2 AND q.id = $3 AND q.lease IS NULL AND q.due_at > statement_timestamp()
  RETURNING ${nowMicros} AS "sinceMicros"`;

/** Makes the next attempt of a delivery due now. Returns false for a delivery that is due, in flight or ended. */
export async function retryDelivery(outbox: Outbox, transaction: ScopedSqlTransaction, delivery: PendingDelivery): Promise<boolean> {
  const { endpointId, eventType, deliveryId } = delivery;
  const [due] = await transaction.query<{ sinceMicros: number }>({ text: makeDue, values: [endpointId, eventType, deliveryId] });
  if (!due) return false;
  const { agencyId } = transaction.tenantScope;
  transaction.afterCommit(() => outbox.announce([{ agencyId, endpointId, sinceMicros: due.sinceMicros }]));
  return true;
}
