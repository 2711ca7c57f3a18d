import { auditedEndpoint, auditOperator } from '../../access/audit/audit-log.ts';
import { sql } from '../../orm/conditions.ts';
import { isUuid } from '../../query/uuid.ts';
import type { Handler } from '../handler.ts';

export const pingWebhookEndpoint: Handler<'pingWebhookEndpoint', 'outbox'> = async (request, context, { outbox }) => {
  if (!isUuid(request.endpoint_id)) throw context.problem('unknown_webhook_endpoint');
  return context.answering.inTransaction(context.data, async (transaction) => {
    const endpoint = await transaction.webhook_endpoints.row({
      where: { id: request.endpoint_id },
      attributes: ['id', 'label', 'allowed_creator_ids'],
      expressions: { requested_at: sql<Date>('now()') },
    });
    if (!endpoint) throw context.problem('unknown_webhook_endpoint');
    const ping = {
      agencyId: transaction.tenantScope.agencyId,
      endpointId: endpoint.id,
      type: 'ping' as const,
      creatorId: null,
      occurredAt: endpoint.requested_at,
      data: { endpoint_id: endpoint.id },
    };
    const [queued] = await outbox.publish(transaction.publishing, [ping]);
    if (!queued) throw context.problem('webhook_endpoint_disabled');
    await auditOperator(transaction, context.author, {
      ...auditedEndpoint('endpoint.pinged', endpoint),
      details: { event_id: queued.eventId, delivery_id: queued.deliveryId },
    });
    return { event_id: queued.eventId, delivery_id: queued.deliveryId };
  });
};
