import type { RemoveWebhookEndpointRequest } from '../../../../generated/interfaces/operator.ts';
import { auditedEndpoint, audit, hostOf } from '../../../access/audit/audit-log.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import { isUuid } from '../../../query/uuid.ts';
import type { EndpointDependencies } from './set-webhook-endpoint-status.ts';

/** What belongs to the endpoint is out of sight at once; delivery removes it in batches. */
export async function removeWebhookEndpoint(
  { data, outbox }: EndpointDependencies,
  { endpoint_id: endpointId }: RemoveWebhookEndpointRequest,
  context: ContextOf<'removeWebhookEndpoint'>,
): Promise<void> {
  if (!isUuid(endpointId)) throw context.problem('unknown_webhook_endpoint');
  await data.transaction(async (transaction) => {
    const [deleted] = await transaction.webhook_endpoints.destroy({ id: endpointId });
    if (!deleted) throw context.problem('unknown_webhook_endpoint');
    const entry = { ...auditedEndpoint('endpoint.deleted', deleted), details: { host: hostOf(deleted.url) } };
    await audit(transaction, deleted.agency_id, context.author, entry);
  });
  outbox.drain([endpointId]);
}
