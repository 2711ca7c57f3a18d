import { randomUUID } from 'node:crypto';
import { eventExamples } from '../../../generated/events.ts';
import type { WebhookEventType } from '../../../generated/models.ts';
import { auditedEndpoint, auditOperator } from '../../access/audit/audit-log.ts';
import { creatorsOfReport, isReportType } from '../../database/event-creators.ts';
import type { NewEvent } from '../../entities/event.ts';
import { sql } from '../../orm/conditions.ts';
import { isUuid } from '../../query/uuid.ts';
import type { Handler } from '../handler.ts';

/** The contract's example of a payload, as of now: ids that no other event has, and the present for every instant. */
function madeUpPayload(type: WebhookEventType, now: Date, agencyId: string): object {
  if (isReportType(type)) return { ...eventExamples[type], agency_id: agencyId, endpoint_id: randomUUID(), since: now.toISOString() };
  const members = Object.entries(eventExamples[type]).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'string') return [name, value];
    if (name === 'id' || name.endsWith('_id')) return [name, `test_${value}`];
    return [name, name.endsWith('_at') ? now.toISOString() : value];
  });
  return Object.fromEntries(members) as object;
}

/** It is of a creator whom the endpoint is limited to, or about an endpoint that is limited like it, so that every key that sees the endpoint sees its test events. */
export const sendTestWebhookEvent: Handler<'sendTestWebhookEvent', 'outbox'> = async (
  { endpoint_id: endpointId, body },
  context,
  { outbox },
) => {
  if (!isUuid(endpointId)) throw context.problem('unknown_webhook_endpoint');
  return context.answering.inTransaction(context.data, async (transaction) => {
    const endpoint = await transaction.webhook_endpoints.row({
      where: { id: endpointId },
      attributes: ['id', 'label', 'allowed_creator_ids'],
      expressions: { requested_at: sql<Date>('now()') },
    });
    if (!endpoint) throw context.problem('unknown_webhook_endpoint');
    const { agencyId } = transaction.tenantScope;
    const { allowed_creator_ids: creatorIds } = endpoint;
    const event = {
      agencyId,
      endpointId: endpoint.id,
      type: body.event_type,
      creatorId: isReportType(body.event_type) ? creatorsOfReport(creatorIds) : (creatorIds[0] ?? null),
      occurredAt: endpoint.requested_at,
      data: madeUpPayload(body.event_type, endpoint.requested_at, agencyId),
    } as NewEvent;
    const [queued] = await outbox.publish(transaction.publishing, [event]);
    if (!queued) throw context.problem('webhook_endpoint_disabled');
    await auditOperator(transaction, context.author, {
      ...auditedEndpoint('test_event.sent', endpoint),
      details: { event_id: queued.eventId, delivery_id: queued.deliveryId, event_type: body.event_type },
    });
    return { event_id: queued.eventId, delivery_id: queued.deliveryId };
  });
};
