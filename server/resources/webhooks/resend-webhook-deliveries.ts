import { auditedEndpoint, auditInScope } from '../../access/audit/audit-log.ts';
import { forecastOf } from '../../entities/delivery-forecast.ts';
import { resendDeliveries } from '../../events/resend-deliveries.ts';
import { Pager } from '../../paging/pager.ts';
import { readInstantRange } from '../../query/instants.ts';
import type { Handler } from '../handler.ts';
import { findEndpoint } from './find-endpoint.ts';

/**
 * The cursor contains the end of the window, so that the next request does not resend the deliveries of this one. A request reads many
 * rows, so an agency's requests wait for each other before they take a connection.
 */
export const resendWebhookDeliveries: Handler<'resendWebhookDeliveries', 'outbox' | 'cursors' | 'serialQueue'> = async (
  { endpoint_id: endpointId, body },
  context,
  { outbox, cursors, serialQueue },
) => {
  const range = readInstantRange(body, context);
  const pager = new Pager(cursors, 'resendWebhookDeliveries', context);
  const [afterId = null, until] = pager.after(body.cursor) ?? [];
  const isDryRun = body.dry_run ?? false;
  return serialQueue.run(context.data.tenantScope.agencyId, () =>
    context.idempotency.inTransaction(context.data, async (transaction) => {
      const endpoint = await findEndpoint(transaction, endpointId, context);
      if (!isDryRun && endpoint.status === 'disabled') throw context.problem('webhook_endpoint_disabled');
      const [clock] = await transaction.query<{ now: Date }>({ text: 'SELECT clock_timestamp()::timestamptz(3) AS now FROM {agencies}' });
      const end = until === undefined ? (range.end ?? clock!.now) : new Date(until);
      const resent = await resendDeliveries(outbox, transaction, {
        endpointId: endpoint.id,
        start: range.start!,
        end,
        afterId,
        eventTypes: body.event_types,
        statuses: body.statuses,
        isDryRun,
      });
      const { byType, resentCount, pendingCount, unavailableCount, lastId } = resent;
      if (!isDryRun && resentCount > 0) {
        const { start, event_types, statuses } = body;
        const details = { start, end: end.toISOString(), event_types, statuses, resent_count: resentCount };
        await auditInScope(transaction, context.author, auditedEndpoint('deliveries.resent', endpoint, details));
      }
      const { next_cursor } = pager.page([], 0, String, () => [], lastId === null ? undefined : [lastId, end.toISOString()]);
      return {
        resent_count: resentCount,
        pending_count: pendingCount,
        unavailable_count: unavailableCount,
        by_event_type: [...byType],
        next_cursor,
        ...(isDryRun ? { forecast: await forecastOf(transaction, endpoint, resentCount) } : {}),
      };
    }),
  );
};
