import type { DeleteWebhookEndpointRequest } from '../../../generated/interfaces/webhooks.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { Outbox } from '../../events/outbox.ts';
import { isUuid } from '../../query/uuid.ts';

/** What belongs to the endpoint is out of sight at once; delivery removes it in batches. */
export async function deleteWebhookEndpoint(
  { outbox }: { readonly outbox: Outbox },
  request: DeleteWebhookEndpointRequest,
  context: ContextOf<'deleteWebhookEndpoint'>,
): Promise<void> {
  if (!isUuid(request.endpoint_id)) throw context.problem('unknown_webhook_endpoint');
  const deleted = await context.data.query({
    text: 'DELETE FROM webhook_endpoints e WHERE e.id = $1 AND {reach webhook_endpoints e} RETURNING e.id',
    values: [request.endpoint_id],
  });
  if (deleted.length === 0) throw context.problem('unknown_webhook_endpoint');
  outbox.drain([request.endpoint_id]);
}
