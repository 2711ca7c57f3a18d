import type { UpdateWebhookEndpointRequest } from '../../../generated/interfaces/webhooks.ts';
import type { Problems } from '../../../generated/problems.ts';
import type { KeyIdentity } from '../../access/request-context.ts';
import type { EndpointRow } from '../../entities/endpoint.ts';

type LinkContext = { readonly key: Pick<KeyIdentity, 'linkId'> } & Problems<'not_through_link'>;

/**
 * The rule for portal links. Some actions have an effect that outlasts the link: changing a URL or headers, rotating a secret, reading a stream,
 * deleting an endpoint. A link allows them only for endpoints that were created through it; for others, they need a key of the agency.
 */
export function requireOwnOfLink(
  { key: { linkId }, problem }: LinkContext,
  { created_by_link_id: createdBy }: Pick<EndpointRow, 'created_by_link_id'>,
  action: string,
): void {
  if (linkId === null || createdBy === linkId) return;
  throw problem('not_through_link', { detail: `A portal link can only ${action} that were created through it.` });
}

/** The rule for a change; `url` is the new URL or null. Even endpoints created through a link cannot outlive it. */
export function requireChangeOfLink(
  context: LinkContext,
  found: EndpointRow,
  url: string | null,
  { status, headers, ends_with_link: endsWithLink }: UpdateWebhookEndpointRequest['body'],
): void {
  const { key, problem } = context;
  if (headers !== undefined) requireOwnOfLink(context, found, 'change the headers of endpoints');
  if (url !== null && url !== found.url) requireOwnOfLink(context, found, 'change the URL of endpoints');
  if (key.linkId === null) return;
  if (endsWithLink === false)
    throw problem('not_through_link', {
      detail: 'A portal link cannot decide whether an endpoint outlives it; use an API key of the agency.',
    });
  if (status === 'active' && found.disabled_reason === 'link_ended')
    throw problem('not_through_link', {
      detail: 'The endpoint was disabled when its portal link ended. Enable it with an API key of the agency.',
    });
}
