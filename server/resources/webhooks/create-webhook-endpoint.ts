import type { CreateWebhookEndpointRequest } from '../../../generated/interfaces/webhooks.ts';
import type { WebhookEndpointWithSecret } from '../../../generated/models.ts';
import { auditCreatedEndpoint } from '../../access/audit/audit-log.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { checkDestinationText, type DestinationPolicy } from '../../entities/destination.ts';
import { createEndpoint, presentNewEndpoint } from '../../entities/endpoint.ts';
import { newSigningSecret, type SecretSealer } from '../../entities/signing-secret.ts';
import { resolveCreatorScope } from './creator-scope.ts';
import { endpointOfRequest } from './new-endpoint.ts';

interface Dependencies {
  readonly destinations: DestinationPolicy;
  readonly sealer: SecretSealer;
}

/** The endpoint is pinned to the version of the request. Only here and at rotation is the secret shown. */
export async function createWebhookEndpoint(
  { destinations, sealer }: Dependencies,
  { body }: CreateWebhookEndpointRequest,
  context: ContextOf<'createWebhookEndpoint'>,
): Promise<WebhookEndpointWithSecret> {
  const url = checkDestinationText(body.url, destinations, context);
  const allowedCreatorIds = await resolveCreatorScope(context.data, body.allowed_creator_ids ?? [], context);
  const secret = newSigningSecret();
  return context.answering.inTransaction(context.data, async (transaction) => {
    const wanted = { ...endpointOfRequest(transaction, body, context), url: url.href, allowedCreatorIds, secret };
    const made = await createEndpoint(transaction, sealer, wanted, context);
    await auditCreatedEndpoint(transaction, context.author, made);
    return { ...presentNewEndpoint(made), secret };
  });
}
