import type { Handler } from '../handler.ts';
import { publishToEndpoint } from './publish-to-endpoint.ts';

export const pingWebhookEndpoint: Handler<'pingWebhookEndpoint', 'outbox'> = ({ endpoint_id: id }, context, { outbox }) =>
  publishToEndpoint(outbox, id, context, 'endpoint.pinged', () => ({ type: 'ping', creatorId: null, data: { endpoint_id: id } }));
