import type { CreateWebhookEndpointRequest } from '../../../generated/interfaces/webhooks.ts';
import type { WebhookEndpointWithSecret } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { checkDestinationText, type DestinationPolicy } from '../../delivery/destination.ts';
import { createEndpoint, presentEndpoint } from '../../delivery/endpoints.ts';
import { newSigningSecret, type SecretSealer } from '../../delivery/signing-secret.ts';
import { resolveCreatorScope } from './creator-scope.ts';

interface Dependencies {
  readonly destinations: DestinationPolicy;
  readonly sealer: SecretSealer;
}

/** The endpoint is pinned to the version of the request. Only here and at rotation is the secret told. */
export async function createWebhookEndpoint(
  { destinations, sealer }: Dependencies,
  { body }: CreateWebhookEndpointRequest,
  context: ContextOf<'createWebhookEndpoint'>,
): Promise<WebhookEndpointWithSecret> {
  const url = checkDestinationText(body.url, destinations, context);
  const allowedCreatorIds = await resolveCreatorScope(context.data, body.allowed_creator_ids ?? [], context);
  const secret = newSigningSecret();
  const endpoint = await context.data.transaction((transaction) =>
    createEndpoint(
      transaction,
      sealer,
      {
        url: url.href,
        label: body.label ?? '',
        enabledEventTypes: body.enabled_event_types,
        allowedCreatorIds,
        urlCreatorIds: transaction.reach.creatorIds,
        apiVersion: context.release.date,
        secret,
      },
      context,
    ),
  );
  return { ...presentEndpoint(endpoint), secret };
}
