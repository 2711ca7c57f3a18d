import type { ReplayWebhookFailuresRequest } from '../../../generated/interfaces/webhooks.ts';
import type { BulkReplayed } from '../../../generated/models/index.ts';
import type { RequestContext } from '../../access/request-context.ts';
import { readInstantRange } from '../../query/instants.ts';
import { findEndpoint } from './find-endpoint.ts';
import type { WebhookQueue } from './queue.ts';

/** Each failure is taken once, so the request may be repeated. */
export async function replayWebhookFailures(
  { queue }: { readonly queue: WebhookQueue },
  { endpoint_id: endpointId, body = {} }: ReplayWebhookFailuresRequest,
  context: RequestContext,
): Promise<BulkReplayed> {
  const range = readInstantRange(body);
  return context.data.transaction(async (transaction) => {
    const endpoint = await findEndpoint(transaction, endpointId);
    const count = await queue.replayAll(transaction.unbounded, endpoint.id, { ...range, eventTypes: body.event_types });
    return { replayed_count: count };
  });
}
