import type { ReplayWebhookFailuresRequest } from '../../../generated/interfaces/webhooks.ts';
import type { BulkReplayed } from '../../../generated/models/index.ts';
import type { RequestContext } from '../../access/request-context.ts';
import { replayFailures } from '../../events/replay.ts';
import { readInstantRange } from '../../query/instants.ts';
import { findEndpoint } from './find-endpoint.ts';

/** Each failure is replayed once: the same request again finds none of them. */
export async function replayWebhookFailures(
  { endpoint_id: endpointId, body = {} }: ReplayWebhookFailuresRequest,
  context: RequestContext,
): Promise<BulkReplayed> {
  const { start, end } = readInstantRange(body);
  return context.data.transaction(async (transaction) => {
    const endpoint = await findEndpoint(transaction, endpointId);
    const count = await replayFailures(transaction.unbounded, {
      endpointId: endpoint.id,
      start: start?.toISOString(),
      end: end?.toISOString(),
      eventTypes: body.event_types,
    });
    return { replayed_count: count };
  });
}
