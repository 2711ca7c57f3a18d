import type { ListAgencyWebhookEndpointsRequest } from '../../../generated/interfaces/operator.ts';
import type { WebhookEndpointList } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { endpointColumns, presentEndpoint, type EndpointRow } from '../../entities/endpoint.ts';
import type { OperatorModels } from '../../models/operator-models.ts';
import { requireAgency } from './require-agency.ts';

/** The agency's endpoints, oldest first. */
export async function listAgencyWebhookEndpoints(
  { data }: { readonly data: OperatorModels },
  { agency_id: agencyId }: ListAgencyWebhookEndpointsRequest,
  context: ContextOf<'listAgencyWebhookEndpoints'>,
): Promise<WebhookEndpointList> {
  await requireAgency(data, agencyId, context);
  const rows = await data.query<EndpointRow>({
    text: `SELECT ${endpointColumns} FROM webhook_endpoints e WHERE e.agency_id = $1 ORDER BY e.created_at, e.id`,
    values: [agencyId],
  });
  return { data: rows.map(presentEndpoint) };
}
