import { presentEndpoints, shownOfEndpoint } from '../../entities/endpoint.ts';
import type { Handler } from '../handler.ts';

export const listWebhookEndpoints: Handler<'listWebhookEndpoints'> = async (_request, context) => {
  const rows = await context.data.webhook_endpoints.rowsOnReplica({ attributes: shownOfEndpoint, order: ['created_at', 'id'] });
  return { data: await presentEndpoints({ isScoped: true, query: (statement) => context.data.queryReplica(statement) }, rows) };
};
