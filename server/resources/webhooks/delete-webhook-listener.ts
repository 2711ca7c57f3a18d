import { auditInScope, deletedEndpoint } from '../../access/audit/audit-log.ts';
import type { Handler } from '../handler.ts';
import { findListener } from './find-endpoint.ts';
import { requireOwnOfLink } from './portal-link-rules.ts';

/** Deletes the endpoint of a listener, as any endpoint is deleted. */
export const deleteWebhookListener: Handler<'deleteWebhookListener', 'outbox'> = async (request, context, { outbox }) => {
  const { id } = await context.data.transaction(async (transaction) => {
    const listener = await findListener(transaction, request.listener_id, context);
    requireOwnOfLink(context, listener, 'delete listeners');
    const [deleted] = await transaction.webhook_endpoints.destroy({ id: listener.id });
    if (!deleted) throw context.problem('unknown_webhook_listener');
    await auditInScope(transaction, context.author, deletedEndpoint(deleted));
    return deleted;
  });
  outbox.drain([id]);
};
