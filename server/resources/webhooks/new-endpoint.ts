import type { Problems } from '../../../generated/problems.ts';
import type { RequestContext } from '../../access/request-context.ts';
import type { NewEndpoint } from '../../entities/endpoint.ts';
import { checkHeaders } from '../../entities/endpoint-headers.ts';
import { checkSecret, newSigningSecret } from '../../entities/signing-secret.ts';
import { resolveCreatorScope } from './creator-scope.ts';

interface EndpointBody {
  readonly label?: string;
  readonly enabled_event_types: readonly string[];
  readonly allowed_creator_ids?: readonly string[];
  readonly max_per_second?: number | null;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  readonly secret?: string;
}

/** A new endpoint of the request's key, with a new secret unless the request has one. It is pinned to the version of the request. */
export async function newEndpointOf(
  body: EndpointBody,
  context: Pick<RequestContext, 'data' | 'key' | 'release'> & Problems<'unknown_creator' | 'validation_failed'>,
  formerBrand: string,
): Promise<Omit<NewEndpoint, 'url'>> {
  const { data, key, release } = context;
  return {
    label: body.label ?? '',
    enabledEventTypes: body.enabled_event_types,
    allowedCreatorIds: await resolveCreatorScope(data, body.allowed_creator_ids ?? [], context),
    urlCreatorIds: data.tenantScope.creatorIds,
    headers: checkHeaders(body.headers ?? [], [], formerBrand, context),
    maxPerSecond: body.max_per_second ?? null,
    apiVersion: release.date,
    secret: body.secret === undefined ? newSigningSecret() : checkSecret(body.secret, formerBrand, context),
    keyId: key.id,
    linkId: key.linkId,
  };
}
