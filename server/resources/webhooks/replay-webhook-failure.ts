import { auditedEndpoint, auditInScope } from '../../access/audit/audit-log.ts';
import { replayFailure } from '../../events/replay-failure.ts';
import type { Handler } from '../handler.ts';
import { findEndpoint } from './find-endpoint.ts';

/** Each call creates another delivery of the event, except while the endpoint is disabled. */
export const replayWebhookFailure: Handler<'replayWebhookFailure', 'outbox'> = async (request, context, { outbox }) => {
  return context.idempotency.inTransaction(context.data, async (transaction) => {
    const endpoint = await findEndpoint(transaction, request.endpoint_id, context);
    const queued = await replayFailure(outbox, transaction, { endpointId: endpoint.id, failureId: request.failure_id });
    if (!queued) throw context.problem('unknown_webhook_failure');
    const details = { failure_id: request.failure_id, event_id: queued.eventId, delivery_id: queued.deliveryId };
    await auditInScope(transaction, context.author, auditedEndpoint('failure.replayed', endpoint, details));
    return { event_id: queued.eventId, delivery_id: queued.deliveryId, is_queued: queued.isSent };
  });
};
