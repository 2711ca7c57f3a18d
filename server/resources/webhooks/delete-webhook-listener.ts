import { auditedEndpoint, auditInScope, hostOf } from '../../access/audit/audit-log.ts';
import type { Handler } from '../handler.ts';
import { findListener } from './find-listener.ts';
import { requireOwnOfLink } from './through-link.ts';

/** Deletes the endpoint of a listener, as any endpoint is deleted. */
export const deleteWebhookListener: Handler<'deleteWebhookListener', 'outbox'> = async (request, context, { outbox }) => {
  const listener = await findListener(context.data, request.listener_id, context);
  requireOwnOfLink(context, listener, 'delete listeners');
  await context.data.transaction(async (transaction) => {
    const [deleted] = await transaction.webhook_endpoints.destroy({ id: listener.id });
    if (!deleted) throw context.problem('unknown_webhook_listener');
    const entry = { ...auditedEndpoint('endpoint.deleted', deleted), details: { host: hostOf(deleted.url) } };
    await auditInScope(transaction, context.author, entry);
  });
  outbox.drain([listener.id]);
};
