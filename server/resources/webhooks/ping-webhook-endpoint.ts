import type { PingWebhookEndpointRequest } from '../../../generated/interfaces/webhooks.ts';
import type { WebhookPing } from '../../../generated/models/index.ts';
import type { RequestContext } from '../../access/request-context.ts';
import { Problem } from '../../problems/problem.ts';
import { findEndpoint } from './find-endpoint.ts';
import type { WebhookQueue } from './queue.ts';

export async function pingWebhookEndpoint(
  { queue }: { readonly queue: WebhookQueue },
  request: PingWebhookEndpointRequest,
  context: RequestContext,
): Promise<WebhookPing> {
  return context.data.transaction(async (transaction) => {
    const endpoint = await findEndpoint(transaction, request.endpoint_id);
    if (endpoint.status === 'disabled') throw new Problem('webhook_endpoint_disabled');
    const { eventId, deliveryId } = await queue.ping(transaction.unbounded, transaction.reach.agencyId, endpoint.id);
    return { event_id: eventId, delivery_id: deliveryId };
  });
}
