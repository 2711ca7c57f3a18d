import { auditedEndpoint, auditInScope } from '../../access/audit/audit-log.ts';
import { resendDelivery } from '../../events/resend-delivery.ts';
import type { Handler } from '../handler.ts';
import { findEndpoint } from './find-endpoint.ts';
import { findStoredEvent } from './find-stored-event.ts';
import { findDelivery } from './get-webhook-delivery.ts';

export const resendWebhookDelivery: Handler<'resendWebhookDelivery', 'outbox'> = async (request, context, { outbox }) => {
  const { endpoint_id, delivery_id: deliveryId } = request;
  return context.idempotency.inTransaction(context.data, async (transaction) => {
    const endpoint = await findEndpoint(transaction, endpoint_id, context);
    const delivery = await findDelivery(transaction, { endpointId: endpoint.id, deliveryId }, context);
    const event = await findStoredEvent(transaction, delivery);
    if (!event) throw context.problem('unknown_webhook_delivery', { detail: 'The event of this delivery is no longer stored.' });
    const newId = await resendDelivery(outbox, transaction, { endpointId: endpoint.id, deliveryId: delivery.id, event });
    if (newId === null) throw context.problem('webhook_endpoint_disabled');
    const details = { delivery_id: newId, event_id: event.id, resend_of_delivery_id: delivery.id };
    await auditInScope(transaction, context.author, auditedEndpoint('delivery.resent', endpoint, details));
    return { event_id: event.id, delivery_id: newId };
  });
};
