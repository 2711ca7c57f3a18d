import type { ContextOf } from '../../access/request-context.ts';
import type { ScopedTransaction } from '../../access/scope/scoped-models.ts';
import type { NewEndpoint } from '../../entities/endpoint.ts';

interface EndpointBody {
  readonly label?: string;
  readonly enabled_event_types: readonly string[];
}

/** The properties of a new endpoint that its request determines: it is pinned to the request's version. */
export function endpointOfRequest(
  { tenantScope }: ScopedTransaction,
  body: EndpointBody,
  { release, key }: Pick<ContextOf<'createWebhookEndpoint'>, 'release' | 'key'>,
): Omit<NewEndpoint, 'url' | 'allowedCreatorIds' | 'secret'> {
  return {
    label: body.label ?? '',
    enabledEventTypes: body.enabled_event_types,
    urlCreatorIds: tenantScope.creatorIds,
    apiVersion: release.date,
    keyId: key.id,
    linkId: key.linkId,
  };
}
