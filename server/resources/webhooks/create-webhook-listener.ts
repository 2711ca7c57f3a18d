import type { CreateWebhookListenerRequest } from '../../../generated/interfaces/webhooks.ts';
import type { WebhookListener } from '../../../generated/models.ts';
import { auditedEndpoint, auditInScope, hostOf } from '../../access/audit/audit-log.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { createListener } from '../../entities/endpoint.ts';
import { newSigningSecret, type SecretSealer } from '../../entities/signing-secret.ts';
import { resolveCreatorScope } from './creator-scope.ts';

/** An endpoint like any other, except that it has no address. */
export async function createWebhookListener(
  { sealer }: { readonly sealer: SecretSealer },
  { body }: CreateWebhookListenerRequest,
  context: ContextOf<'createWebhookListener'>,
): Promise<WebhookListener> {
  const allowedCreatorIds = await resolveCreatorScope(context.data, body.allowed_creator_ids ?? [], context);
  const secret = newSigningSecret();
  return context.answering.inTransaction(context.data, async (transaction) => {
    const wanted = {
      label: body.label ?? '',
      enabledEventTypes: body.enabled_event_types,
      allowedCreatorIds,
      urlCreatorIds: transaction.tenantScope.creatorIds,
      apiVersion: context.release.date,
      secret,
      keyId: context.key.id,
      linkId: context.key.linkId,
    };
    const made = await createListener(transaction, sealer, wanted, context);
    await auditInScope(transaction, context.author, {
      ...auditedEndpoint('endpoint.created', made),
      details: { host: hostOf(made.url), enabled_event_types: made.enabled_event_types },
    });
    const { id, enabled_event_types, allowed_creator_ids, api_version, created_at } = made;
    return { id, secret, enabled_event_types, allowed_creator_ids, api_version, created_at: created_at.toISOString() };
  });
}
