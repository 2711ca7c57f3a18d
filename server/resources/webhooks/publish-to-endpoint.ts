import type { WebhookPing } from '../../../generated/models.ts';
import { auditedEndpoint, auditOperator, type AuditedEndpoint, type AuditEntry } from '../../access/audit/audit-log.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { NewEvent } from '../../entities/new-event.ts';
import type { Outbox } from '../../events/outbox.ts';
import { sql } from '../../orm/conditions.ts';

/** Publishes an event to one endpoint. Throws `unknown_webhook_endpoint` and `webhook_endpoint_disabled`. */
export async function publishToEndpoint(
  outbox: Outbox,
  endpointId: string,
  context: ContextOf<'pingWebhookEndpoint'>,
  action: AuditEntry['action'],
  eventFor: (endpoint: AuditedEndpoint, agencyId: string, requestedAt: Date) => Pick<NewEvent, 'type' | 'creatorId' | 'data'>,
  details: object = {},
): Promise<WebhookPing> {
  return context.idempotency.inTransaction(context.data, async (transaction) => {
    const endpoint = await transaction.webhook_endpoints.row({
      where: { id: endpointId },
      attributes: ['id', 'label', 'allowed_creator_ids'],
      expressions: { requested_at: sql<Date>('now()') },
    });
    if (!endpoint) throw context.problem('unknown_webhook_endpoint');
    const { agencyId } = transaction.tenantScope;
    const { requested_at: occurredAt } = endpoint;
    const event = { agencyId, endpointId: endpoint.id, occurredAt, ...eventFor(endpoint, agencyId, occurredAt) } as NewEvent;
    const [queued] = await outbox.publish(transaction.publishing, [event]);
    if (!queued) throw context.problem('webhook_endpoint_disabled');
    const sent = { event_id: queued.eventId, delivery_id: queued.deliveryId };
    await auditOperator(transaction, context.author, auditedEndpoint(action, endpoint, { ...sent, ...details }));
    return sent;
  });
}
