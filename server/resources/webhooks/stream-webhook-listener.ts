import { StreamAnswer } from '../../../generated/interfaces/text-answer.ts';
import type { StreamWebhookListenerRequest } from '../../../generated/interfaces/webhooks.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { ListenerStreams } from '../../live/listener-streams.ts';
import { findListener } from './find-listener.ts';
import { requireOwnOfLink } from './through-link.ts';

/** The stream replaces the listener's former one only when it has its place. */
export async function streamWebhookListener(
  { listeners }: { readonly listeners: ListenerStreams },
  request: StreamWebhookListenerRequest,
  context: ContextOf<'streamWebhookListener'>,
): Promise<StreamAnswer> {
  const listener = await findListener(context.data, request.listener_id, context);
  requireOwnOfLink(context, listener, 'open the stream of listeners');
  return new StreamAnswer((reader) => listeners.open(context.data.tenantScope, listener.id, reader));
}
