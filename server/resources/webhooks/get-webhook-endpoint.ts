import { presentOneEndpoint } from '../../entities/endpoint.ts';
import { countMissedIn } from '../../events/recovery.ts';
import type { Handler } from '../handler.ts';
import { findEndpoint } from './find-endpoint.ts';

export const getWebhookEndpoint: Handler<'getWebhookEndpoint'> = async (request, context) => {
  const endpoint = await findEndpoint(context.data, request.endpoint_id, context);
  return presentOneEndpoint(context.data, endpoint, countMissedIn(context.data));
};
