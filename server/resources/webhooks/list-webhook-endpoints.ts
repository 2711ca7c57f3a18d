import type { WebhookEndpointList } from '../../../generated/models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { HealthRow } from '../../entities/endpoint-health.ts';
import { presentEndpoints, shownOfEndpoint } from '../../entities/endpoint.ts';

export async function listWebhookEndpoints(context: ContextOf<'listWebhookEndpoints'>): Promise<WebhookEndpointList> {
  const rows = await context.data.webhook_endpoints.rowsOnReplica({ attributes: shownOfEndpoint, order: ['created_at', 'id'] });
  return { data: await presentEndpoints(rows, (statement) => context.data.queryReplica<HealthRow>(statement)) };
}
