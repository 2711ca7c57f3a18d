import { audit, deletedEndpoint } from '../../../access/audit/audit-log.ts';
import type { Handler } from '../../handler.ts';

/** Everything of the endpoint is hidden at once; delivery removes it in batches. */
export const removeWebhookEndpoint: Handler<'removeWebhookEndpoint', 'outbox'> = async ({ endpoint_id: id }, context, { outbox }) => {
  await context.data.transaction(async (transaction) => {
    const [deleted] = await transaction.webhook_endpoints.destroy({ id });
    if (!deleted) throw context.problem('unknown_webhook_endpoint');
    await audit(transaction, deleted.agency_id, context.author, deletedEndpoint(deleted));
  });
  outbox.drain([id]);
};
