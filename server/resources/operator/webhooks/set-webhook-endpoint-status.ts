import { auditedEndpoint, audit } from '../../../access/audit/audit-log.ts';
import { TenantScope } from '../../../access/scope/tenant-scope.ts';
import { endpointColumns, isChanged, presentOneEndpoint, statusChange, type EndpointRow } from '../../../entities/endpoint.ts';
import { countMissedIn } from '../../../events/recovery.ts';
import type { Handler } from '../../handler.ts';

/** An explicit status removes the endpoint from a containment, so releasing the containment does not change it. */
export const setWebhookEndpointStatus: Handler<'setWebhookEndpointStatus', 'outbox' | 'scopedDataFor'> = async (
  request,
  context,
  { outbox, scopedDataFor },
) => {
  const { status } = request.body;
  const row = await context.data.transaction(async (transaction) => {
    const [updated] = await transaction.query<EndpointRow & { agency_id: string; is_changed: boolean }>({
      text: `
        UPDATE webhook_endpoints e SET ${statusChange('$2')}, containment_id = NULL
         WHERE e.id = $1 RETURNING e.agency_id, ${endpointColumns}, ${isChanged}`,
      values: [request.endpoint_id, status],
    });
    if (!updated) throw context.problem('unknown_webhook_endpoint');
    const entry = auditedEndpoint('endpoint.changed', updated, { members: ['status'], status });
    if (updated.is_changed) await audit(transaction, updated.agency_id, context.author, entry);
    return updated;
  });
  if (status === 'disabled') outbox.drain([row.id]);
  return presentOneEndpoint(context.data, row, countMissedIn(scopedDataFor(new TenantScope(row.agency_id, []))));
};
