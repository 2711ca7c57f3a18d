import { auditedEndpoint, auditInScope } from '../../access/audit/audit-log.ts';
import { forecastOf } from '../../entities/delivery-forecast.ts';
import { orderReplay } from '../../events/bulk-replay.ts';
import { readInstantRange } from '../../query/instants.ts';
import type { Handler } from '../handler.ts';
import { findEndpoint } from './find-endpoint.ts';

/** Each failure is replayed once. Counting many failures is slow, so an agency's requests wait for each other before they take a connection. */
export const replayWebhookFailures: Handler<'replayWebhookFailures', 'serialQueue'> = async (request, context, { serialQueue }) => {
  const { endpoint_id: endpointId, body = {} } = request;
  const { start, end } = readInstantRange(body, context);
  const { data } = context;
  return serialQueue.run(data.tenantScope.agencyId, () =>
    context.idempotency.inTransaction(data, async (transaction) => {
      const endpoint = await findEndpoint(transaction, endpointId, context);
      const counts = await orderReplay(transaction, {
        endpointId: endpoint.id,
        start: start?.toISOString(),
        end: end?.toISOString(),
        eventTypes: body.event_types,
        isDryRun: body.dry_run ?? false,
      });
      const replayedCount = counts.reduce((sum, { count }) => sum + count, 0);
      const replayed = {
        replayed_count: replayedCount,
        waiting_count: counts.reduce((sum, { waiting }) => sum + waiting, 0),
        by_event_type: counts.filter(({ count }) => count > 0).map(({ event_type, count }) => ({ event_type, count })),
        ...(body.dry_run ? { forecast: await forecastOf(transaction, endpoint, replayedCount) } : {}),
      };
      if (!body.dry_run && replayed.replayed_count > 0) {
        const details = { start: body.start, end: body.end, event_types: body.event_types, replayed_count: replayed.replayed_count };
        await auditInScope(transaction, context.author, auditedEndpoint('failures.replayed', endpoint, details));
      }
      return replayed;
    }),
  );
};
