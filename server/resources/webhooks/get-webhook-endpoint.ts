import { presentOneEndpoint } from '../../entities/endpoint.ts';
import { countMissedIn } from '../../events/recovery.ts';
import type { Handler } from '../handler.ts';
import { findEndpoint, incidentAccess } from './find-endpoint.ts';

export const getWebhookEndpoint: Handler<'getWebhookEndpoint'> = async (request, context) => {
  const endpoint = await findEndpoint(context.data, request.endpoint_id, context);
  return presentOneEndpoint(incidentAccess(context), endpoint, countMissedIn(context.data));
};
