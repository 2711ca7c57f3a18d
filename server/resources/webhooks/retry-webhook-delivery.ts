import { auditedEndpoint, auditOperator } from '../../access/audit/audit-log.ts';
import { presentDelivery } from '../../entities/webhook-delivery.ts';
import { retryDelivery } from '../../events/retry-delivery.ts';
import type { Handler } from '../handler.ts';
import { findEndpoint } from './find-endpoint.ts';
import { findDelivery } from './get-webhook-delivery.ts';

export const retryWebhookDelivery: Handler<'retryWebhookDelivery', 'outbox'> = (request, context, { outbox }) =>
  context.data.transaction(async (transaction) => {
    const endpoint = await findEndpoint(transaction, request.endpoint_id, context);
    const endpointId = endpoint.id;
    const delivery = await findDelivery(transaction, { endpointId, deliveryId: request.delivery_id }, context);
    if (await retryDelivery(outbox, transaction, { endpointId, eventType: delivery.event_type, deliveryId: delivery.id })) {
      await auditOperator(transaction, context.author, auditedEndpoint('delivery.retried', endpoint, { delivery_id: delivery.id }));
    }
    return presentDelivery(await findDelivery(transaction, { endpointId, deliveryId: delivery.id }, context));
  });
