import type { SetWebhookEndpointStatusRequest } from '../../../../generated/interfaces/operator.ts';
import type { WebhookEndpoint } from '../../../../generated/models.ts';
import { auditedEndpoint, audit } from '../../../access/audit/audit-log.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import { endpointColumns, isChanged, presentOneEndpoint, statusChange, type EndpointRow } from '../../../entities/endpoint.ts';
import type { HealthRow } from '../../../entities/endpoint-health.ts';
import type { Outbox } from '../../../events/outbox.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';
import { isUuid } from '../../../query/uuid.ts';

export interface EndpointDependencies {
  readonly data: OperatorModels;
  readonly outbox: Pick<Outbox, 'drain'>;
}

/** As its agency may: an explicit status is a decision that the release of a containment does not change. */
export async function setWebhookEndpointStatus(
  { data, outbox }: EndpointDependencies,
  { endpoint_id: endpointId, body: { status } }: SetWebhookEndpointStatusRequest,
  context: ContextOf<'setWebhookEndpointStatus'>,
): Promise<WebhookEndpoint> {
  if (!isUuid(endpointId)) throw context.problem('unknown_webhook_endpoint');
  const row = await data.transaction(async (transaction) => {
    const [updated] = await transaction.query<EndpointRow & { agency_id: string; is_changed: boolean }>({
      text: `
        UPDATE webhook_endpoints e SET ${statusChange('$2')}, containment_id = NULL
         WHERE e.id = $1 RETURNING e.agency_id, ${endpointColumns}, ${isChanged}`,
      values: [endpointId, status],
    });
    if (!updated) throw context.problem('unknown_webhook_endpoint');
    const entry = { ...auditedEndpoint('endpoint.changed', updated), details: { members: ['status'], status } };
    if (updated.is_changed) await audit(transaction, updated.agency_id, context.author, entry);
    return updated;
  });
  if (status === 'disabled') outbox.drain([row.id]);
  return presentOneEndpoint(row, (statement) => data.query<HealthRow>(statement), false);
}
