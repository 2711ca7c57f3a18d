import type { DeleteWebhookListenerRequest } from '../../../generated/interfaces/webhooks.ts';
import { auditedEndpoint, auditInScope, hostOf } from '../../access/audit/audit-log.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { Outbox } from '../../events/outbox.ts';
import { findListener } from './find-listener.ts';
import { requireOwnOfLink } from './through-link.ts';

/** Deletes the endpoint of a listener, as any endpoint is deleted. */
export async function deleteWebhookListener(
  { outbox }: { readonly outbox: Outbox },
  request: DeleteWebhookListenerRequest,
  context: ContextOf<'deleteWebhookListener'>,
): Promise<void> {
  const listener = await findListener(context.data, request.listener_id, context);
  requireOwnOfLink(context, listener, 'delete listeners');
  await context.data.transaction(async (transaction) => {
    const [deleted] = await transaction.webhook_endpoints.destroy({ id: listener.id });
    if (!deleted) throw context.problem('unknown_webhook_listener');
    const entry = { ...auditedEndpoint('endpoint.deleted', deleted), details: { host: hostOf(deleted.url) } };
    await auditInScope(transaction, context.author, entry);
  });
  outbox.drain([listener.id]);
}
