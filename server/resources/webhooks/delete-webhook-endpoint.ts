import { auditInScope, deletedEndpoint } from '../../access/audit/audit-log.ts';
import type { Handler } from '../handler.ts';
import { requireOwnOfLink } from './portal-link-rules.ts';

/** Everything of the endpoint is hidden at once; delivery removes it in batches. */
export const deleteWebhookEndpoint: Handler<'deleteWebhookEndpoint', 'outbox'> = async ({ endpoint_id: id }, context, { outbox }) => {
  await context.data.transaction(async (transaction) => {
    const [deleted] = await transaction.webhook_endpoints.destroy({ id });
    if (!deleted) throw context.problem('unknown_webhook_endpoint');
    requireOwnOfLink(context, deleted, 'delete endpoints');
    await auditInScope(transaction, context.author, deletedEndpoint(deleted));
  });
  outbox.drain([id]);
};
