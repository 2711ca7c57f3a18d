import { eventExamples } from '../../../generated/events.ts';
import type { SendTestWebhookEventRequest } from '../../../generated/interfaces/webhooks.ts';
import type { WebhookEventType, WebhookPing } from '../../../generated/models.ts';
import { auditedEndpoint, auditOperator } from '../../access/audit/audit-log.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { NewEvent } from '../../entities/event.ts';
import type { Outbox } from '../../events/outbox.ts';
import { sql } from '../../models/conditions.ts';
import { isUuid } from '../../query/uuid.ts';

/** The contract's example of a payload, as of now: ids that no other event has, and the present for every instant. */
function madeUpPayload(type: WebhookEventType, now: Date): object {
  const members = Object.entries(eventExamples[type]).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'string') return [name, value];
    if (name === 'id' || name.endsWith('_id')) return [name, `test_${value}`];
    return [name, name.endsWith('_at') ? now.toISOString() : value];
  });
  return Object.fromEntries(members) as object;
}

/** It is of a creator whom the endpoint is limited to, so that every key that sees the endpoint sees its test events. */
export async function sendTestWebhookEvent(
  { outbox }: { readonly outbox: Outbox },
  { endpoint_id: endpointId, body }: SendTestWebhookEventRequest,
  context: ContextOf<'sendTestWebhookEvent'>,
): Promise<WebhookPing> {
  if (!isUuid(endpointId)) throw context.problem('unknown_webhook_endpoint');
  return context.data.transaction(async (transaction) => {
    const endpoint = await transaction.webhook_endpoints.row({
      where: { id: endpointId },
      attributes: ['id', 'label', 'allowed_creator_ids'],
      expressions: { requested_at: sql<Date>('now()') },
    });
    if (!endpoint) throw context.problem('unknown_webhook_endpoint');
    const event = {
      agencyId: transaction.tenantScope.agencyId,
      type: body.event_type,
      creatorId: endpoint.allowed_creator_ids[0] ?? null,
      occurredAt: endpoint.requested_at,
      data: madeUpPayload(body.event_type, endpoint.requested_at),
    } as NewEvent;
    const queued = await outbox.publishTo(transaction.publishing, endpoint.id, event);
    if (!queued) throw context.problem('webhook_endpoint_disabled');
    await auditOperator(transaction, context.author, {
      ...auditedEndpoint('test_event.sent', endpoint),
      details: { event_id: queued.eventId, delivery_id: queued.deliveryId, event_type: body.event_type },
    });
    return { event_id: queued.eventId, delivery_id: queued.deliveryId };
  });
}
