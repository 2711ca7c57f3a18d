import type { ReplayWebhookFailureRequest } from '../../../generated/interfaces/webhooks.ts';
import type { Replay } from '../../../generated/models/index.ts';
import type { RequestContext } from '../../access/request-context.ts';
import { Problem } from '../../problems/problem.ts';
import { findEndpoint, isUuid } from './find-endpoint.ts';
import type { WebhookQueue } from './queue.ts';

/** Each call makes another delivery of the original event. A disabled endpoint's goes back to its failure records. */
export async function replayWebhookFailure(
  { queue }: { readonly queue: WebhookQueue },
  { endpoint_id: endpointId, failure_id: failureId }: ReplayWebhookFailureRequest,
  context: RequestContext,
): Promise<Replay> {
  return context.data.transaction(async (transaction) => {
    const endpoint = await findEndpoint(transaction, endpointId);
    const queued = isUuid(failureId) ? await queue.replay(transaction.unbounded, endpoint.id, failureId) : undefined;
    if (!queued) throw new Problem('unknown_webhook_failure');
    return { event_id: queued.eventId, delivery_id: queued.deliveryId };
  });
}
