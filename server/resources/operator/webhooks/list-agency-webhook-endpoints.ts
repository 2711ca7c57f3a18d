import type { ListAgencyWebhookEndpointsRequest } from '../../../../generated/interfaces/operator.ts';
import type { WebhookEndpointList } from '../../../../generated/models.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import type { HealthRow } from '../../../entities/endpoint-health.ts';
import { presentEndpoints, shownOfEndpoint } from '../../../entities/endpoint.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';
import { requireAgency } from '../agencies/require-agency.ts';

/** The agency's endpoints, oldest first. */
export async function listAgencyWebhookEndpoints(
  { data }: { readonly data: OperatorModels },
  { agency_id: agencyId }: ListAgencyWebhookEndpointsRequest,
  context: ContextOf<'listAgencyWebhookEndpoints'>,
): Promise<WebhookEndpointList> {
  await requireAgency(data, agencyId, context);
  const rows = await data.webhook_endpoints.rows({
    where: { agency_id: agencyId },
    attributes: shownOfEndpoint,
    order: ['created_at', 'id'],
  });
  return { data: await presentEndpoints(rows, (statement) => data.query<HealthRow>(statement), false) };
}
