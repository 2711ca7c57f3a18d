import { auditedEndpoint, auditInScope, hostOf } from '../../access/audit/audit-log.ts';
import { lockKey } from '../../entities/api-key.ts';
import { checkDestinationText } from '../../entities/destination.ts';
import { changeEndpoint, presentOneEndpoint, shownOfEndpoint } from '../../entities/endpoint.ts';
import { checkHeaders, openHeaders, sealHeaders } from '../../entities/endpoint-headers.ts';
import { countMissedIn } from '../../events/recovery.ts';
import { fieldRefusal } from '../../problems/validation-error.ts';
import type { Handler } from '../handler.ts';
import { resolveCreatorScope } from './creator-scope.ts';
import { incidentAccess } from './find-endpoint.ts';
import { requireChangeOfLink } from './portal-link-rules.ts';

export const updateWebhookEndpoint: Handler<'updateWebhookEndpoint', 'destinations' | 'formerBrand' | 'keyring' | 'outbox'> = async (
  { endpoint_id: endpointId, body },
  context,
  { destinations, formerBrand, keyring, outbox },
) => {
  const row = await context.data.transaction(async (transaction) => {
    await lockKey(transaction, context.key.id);
    const found = await transaction.webhook_endpoints.row({
      where: { id: endpointId },
      attributes: [...shownOfEndpoint, 'agency_id', 'headers_ciphertext'],
      lock: 'NO KEY UPDATE',
    });
    if (!found) throw context.problem('unknown_webhook_endpoint');
    const url = body.url === undefined ? null : checkDestinationText(body.url, destinations, context).href;
    requireChangeOfLink(context, found, url, body);
    if (found.listening_until !== null) {
      const refuse = (member: string) =>
        fieldRefusal(member, 'cannot be changed for a listener, which receives over its stream', 'readOnly', context);
      if (url !== null && url !== found.url) throw refuse('url');
      if (body.headers !== undefined) throw refuse('headers');
    }
    // Stored values never go to another origin.
    const isMoved = url !== null && new URL(url).origin !== new URL(found.url).origin;
    const { agency_id: agencyId, id, headers_ciphertext: sealed } = found;
    const keepsValues = !isMoved && sealed !== null && body.headers?.some(({ value }) => value === undefined);
    const stored = keepsValues ? openHeaders(keyring, sealed, agencyId, id) : [];
    const headers = body.headers ? checkHeaders(body.headers, stored, formerBrand, context) : isMoved ? [] : undefined;
    const updated = await changeEndpoint(transaction, endpointId, {
      url,
      label: body.label,
      enabledEventTypes: body.enabled_event_types,
      allowedCreatorIds: body.allowed_creator_ids && (await resolveCreatorScope(transaction, body.allowed_creator_ids, context)),
      headers: headers && sealHeaders(keyring, headers, agencyId, id),
      maxPerSecond: body.max_per_second,
      status: body.status,
      endsWithLink: body.ends_with_link,
      keyId: context.key.id,
    });
    if (!updated) throw context.problem('unknown_webhook_endpoint');
    const { status, enabled_event_types, max_per_second } = body;
    const details = {
      ...{ members: Object.keys(body), status, enabled_event_types, max_per_second },
      ...(url !== null && url !== found.url && { host: hostOf(url) }),
      ...(headers && { header_names: updated.header_names }),
    };
    if (updated.is_changed) {
      await auditInScope(transaction, context.author, auditedEndpoint('endpoint.changed', updated, details));
    }
    return updated;
  });
  if (body.status === 'disabled' || body.url !== undefined) outbox.drain([row.id]);
  return presentOneEndpoint(incidentAccess(context), row, countMissedIn(context.data));
};
