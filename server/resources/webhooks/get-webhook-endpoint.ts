import type { GetWebhookEndpointRequest } from '../../../generated/interfaces/webhooks.ts';
import type { WebhookEndpoint } from '../../../generated/models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { HealthRow } from '../../entities/endpoint-health.ts';
import { presentOneEndpoint } from '../../entities/endpoint.ts';
import { findEndpoint } from './find-endpoint.ts';

export async function getWebhookEndpoint(
  request: GetWebhookEndpointRequest,
  context: ContextOf<'getWebhookEndpoint'>,
): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(context.data, request.endpoint_id, context);
  return presentOneEndpoint(endpoint, (statement) => context.data.query<HealthRow>(statement));
}
