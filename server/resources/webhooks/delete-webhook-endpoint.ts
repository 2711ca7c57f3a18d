import { auditedEndpoint, auditInScope, hostOf } from '../../access/audit/audit-log.ts';
import { isUuid } from '../../query/uuid.ts';
import type { Handler } from '../handler.ts';
import { requireOwnOfLink } from './through-link.ts';

/** What belongs to the endpoint is out of sight at once; delivery removes it in batches. */
export const deleteWebhookEndpoint: Handler<'deleteWebhookEndpoint', 'outbox'> = async (request, context, { outbox }) => {
  if (!isUuid(request.endpoint_id)) throw context.problem('unknown_webhook_endpoint');
  await context.data.transaction(async (transaction) => {
    const [deleted] = await transaction.webhook_endpoints.destroy({ id: request.endpoint_id });
    if (!deleted) throw context.problem('unknown_webhook_endpoint');
    requireOwnOfLink(context, deleted, 'delete endpoints');
    const entry = { ...auditedEndpoint('endpoint.deleted', deleted), details: { host: hostOf(deleted.url) } };
    await auditInScope(transaction, context.author, entry);
  });
  outbox.drain([request.endpoint_id]);
};
