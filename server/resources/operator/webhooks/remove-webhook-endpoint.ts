import { auditedEndpoint, audit, hostOf } from '../../../access/audit/audit-log.ts';
import { isUuid } from '../../../query/uuid.ts';
import type { Handler } from '../../handler.ts';

/** What belongs to the endpoint is out of sight at once; delivery removes it in batches. */
export const removeWebhookEndpoint: Handler<'removeWebhookEndpoint', 'outbox'> = async (
  { endpoint_id: endpointId },
  context,
  { outbox },
) => {
  if (!isUuid(endpointId)) throw context.problem('unknown_webhook_endpoint');
  await context.data.transaction(async (transaction) => {
    const [deleted] = await transaction.webhook_endpoints.destroy({ id: endpointId });
    if (!deleted) throw context.problem('unknown_webhook_endpoint');
    const entry = { ...auditedEndpoint('endpoint.deleted', deleted), details: { host: hostOf(deleted.url) } };
    await audit(transaction, deleted.agency_id, context.author, entry);
  });
  outbox.drain([endpointId]);
};
