import type { ListAgencyWebhookEndpointsRequest } from '../../../generated/interfaces/operator.ts';
import type { WebhookEndpointList } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { Sql } from '../../database/sql.ts';
import { endpointColumns, presentEndpoint, type EndpointRow } from '../../entities/endpoint.ts';
import type { Models } from '../../models/tables.ts';
import { requireAgency } from './require-agency.ts';

/** The agency's endpoints, oldest first. */
export async function listAgencyWebhookEndpoints(
  { database, models }: { readonly database: Sql; readonly models: Models },
  { agency_id: agencyId }: ListAgencyWebhookEndpointsRequest,
  context: ContextOf<'listAgencyWebhookEndpoints'>,
): Promise<WebhookEndpointList> {
  await requireAgency(models, agencyId, context);
  const rows = await database.query<EndpointRow>({
    text: `SELECT ${endpointColumns} FROM webhook_endpoints e WHERE e.agency_id = $1 ORDER BY e.created_at, e.id`,
    values: [agencyId],
  });
  return { data: rows.map(presentEndpoint) };
}
