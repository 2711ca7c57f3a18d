import type { CreateWebhookListenerRequest } from '../../../generated/interfaces/webhooks.ts';
import type { WebhookListener } from '../../../generated/models.ts';
import { auditCreatedEndpoint } from '../../access/audit/audit-log.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { createListener } from '../../entities/endpoint.ts';
import { newSigningSecret, type SecretSealer } from '../../entities/signing-secret.ts';
import { resolveCreatorScope } from './creator-scope.ts';
import { endpointOfRequest } from './new-endpoint.ts';

/** An endpoint like any other, except that it has no address. */
export async function createWebhookListener(
  { sealer }: { readonly sealer: SecretSealer },
  { body }: CreateWebhookListenerRequest,
  context: ContextOf<'createWebhookListener'>,
): Promise<WebhookListener> {
  const allowedCreatorIds = await resolveCreatorScope(context.data, body.allowed_creator_ids ?? [], context);
  const secret = newSigningSecret();
  return context.answering.inTransaction(context.data, async (transaction) => {
    const wanted = { ...endpointOfRequest(transaction, body, context), allowedCreatorIds, secret };
    const made = await createListener(transaction, sealer, wanted, context);
    await auditCreatedEndpoint(transaction, context.author, made);
    const { id, enabled_event_types, allowed_creator_ids, api_version, created_at } = made;
    return { id, secret, enabled_event_types, allowed_creator_ids, api_version, created_at: created_at.toISOString() };
  });
}
