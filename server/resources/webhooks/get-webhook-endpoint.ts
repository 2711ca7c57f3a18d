import type { GetWebhookEndpointRequest } from '../../../generated/interfaces/webhooks.ts';
import type { WebhookEndpoint } from '../../../generated/models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentEndpoint } from '../../entities/endpoint.ts';
import { findEndpoint } from './find-endpoint.ts';

export async function getWebhookEndpoint(
  request: GetWebhookEndpointRequest,
  context: ContextOf<'getWebhookEndpoint'>,
): Promise<WebhookEndpoint> {
  return presentEndpoint(await findEndpoint(context.data, request.endpoint_id, context));
}
