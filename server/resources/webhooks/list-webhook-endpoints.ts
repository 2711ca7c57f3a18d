import type { WebhookEndpointList } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { endpointColumns, type EndpointRow, presentEndpoint } from '../../entities/endpoint.ts';

export async function listWebhookEndpoints(context: ContextOf<'listWebhookEndpoints'>): Promise<WebhookEndpointList> {
  const rows = await context.data.queryReplica<EndpointRow>({
    text: `SELECT ${endpointColumns} FROM {webhook_endpoints} e ORDER BY e.created_at, e.id`,
  });
  return { data: rows.map(presentEndpoint) };
}
