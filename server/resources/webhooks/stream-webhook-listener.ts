import { StreamAnswer } from '../../../generated/interfaces/text-answer.ts';
import type { Handler } from '../handler.ts';
import { findListener } from './find-endpoint.ts';
import { requireOwnOfLink } from './portal-link-rules.ts';

export const streamWebhookListener: Handler<'streamWebhookListener', 'listeners'> = async (request, context, { listeners }) => {
  const listener = await findListener(context.data, request.listener_id, context);
  requireOwnOfLink(context, listener, 'open the stream of listeners');
  return new StreamAnswer((reader) => listeners.open(context.data.tenantScope, listener.id, reader));
};
