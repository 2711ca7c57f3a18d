import { deliveryEventTypes } from '../../../generated/events.ts';
import type { Problems } from '../../../generated/problems.ts';
import { firstShownId } from '../../database/partitions/partitions.ts';
import type { Sql } from '../../database/client/sql.ts';
import { presentDelivery, type DeliveryDetailRow } from '../../entities/webhook-delivery.ts';
import type { Handler } from '../handler.ts';
import { endedDelivery, failureOfDelivery, queuedDelivery } from './delivery-details.ts';
import { findEndpoint } from './find-endpoint.ts';

const deliveryOfEndpoint = `
  SELECT d.*, ${failureOfDelivery}
    FROM (
      SELECT ${queuedDelivery}
        FROM {delivery_queue} q WHERE q.endpoint_id = $1 AND q.event_type = ANY ($3::text[]) AND q.id = $2 AND q.id >= ${firstShownId}
       UNION ALL
      SELECT ${endedDelivery}
        FROM {delivery_history} h
       WHERE h.endpoint_id = $1 AND h.event_type = ANY ($3::text[]) AND h.status = ANY ('{delivered,failed}') AND h.id = $2 AND h.id >= ${firstShownId}
    ) d`;

/** Throws `unknown_webhook_delivery`. */
export async function findDelivery(
  data: Sql,
  { endpointId, deliveryId }: { readonly endpointId: string; readonly deliveryId: string },
  { problem }: Problems<'unknown_webhook_delivery'>,
): Promise<DeliveryDetailRow> {
  const [row] = await data.query<DeliveryDetailRow>({ text: deliveryOfEndpoint, values: [endpointId, deliveryId, deliveryEventTypes] });
  if (!row) throw problem('unknown_webhook_delivery');
  return row;
}

export const getWebhookDelivery: Handler<'getWebhookDelivery'> = async (request, context) => {
  const { id } = await findEndpoint(context.data, request.endpoint_id, context);
  return presentDelivery(await findDelivery(context.data, { endpointId: id, deliveryId: request.delivery_id }, context));
};
