import { auditedEndpoint, auditInScope, hostOf } from '../../access/audit/audit-log.ts';
import { lockKey } from '../../entities/api-key.ts';
import { checkDestinationText } from '../../entities/destination.ts';
import { changeEndpoint, presentOneEndpoint, shownOfEndpoint } from '../../entities/endpoint.ts';
import { fieldRefusal } from '../../problems/validation-error.ts';
import type { Handler } from '../handler.ts';
import { resolveCreatorScope } from './creator-scope.ts';
import { findEndpoint } from './find-endpoint.ts';
import { requireChangeOfLink } from './portal-link-rules.ts';

export const updateWebhookEndpoint: Handler<'updateWebhookEndpoint', 'destinations' | 'outbox'> = async (
  { endpoint_id: endpointId, body },
  context,
  { destinations, outbox },
) => {
  const found = await findEndpoint(context.data, endpointId, context);
  const url = body.url === undefined ? null : checkDestinationText(body.url, destinations, context).href;
  requireChangeOfLink(context, found, url, body);
  if (url !== null && url !== found.url && found.listening_until !== null) {
    throw fieldRefusal('url', 'cannot be changed for a listener, which receives over its stream', 'readOnly', context);
  }
  const creatorIds = body.allowed_creator_ids && (await resolveCreatorScope(context.data, body.allowed_creator_ids, context));
  const row = await context.data.transaction(async (transaction) => {
    await lockKey(transaction, context.key.id);
    if (context.key.linkId !== null) {
      // The endpoint may have changed meanwhile.
      const held = await transaction.webhook_endpoints.row({
        where: { id: endpointId },
        attributes: shownOfEndpoint,
        lock: 'NO KEY UPDATE',
      });
      if (held) requireChangeOfLink(context, held, url, body);
    }
    const updated = await changeEndpoint(transaction, endpointId, {
      url,
      label: body.label,
      enabledEventTypes: body.enabled_event_types,
      allowedCreatorIds: creatorIds,
      status: body.status,
      endsWithLink: body.ends_with_link,
      keyId: context.key.id,
    });
    if (!updated) throw context.problem('unknown_webhook_endpoint');
    const { status, enabled_event_types } = body;
    const details = { members: Object.keys(body), status, enabled_event_types, ...(url !== null && { host: hostOf(url) }) };
    if (updated.is_changed) {
      await auditInScope(transaction, context.author, auditedEndpoint('endpoint.changed', updated, details));
    }
    return updated;
  });
  if (body.status === 'disabled' || url !== null) outbox.drain([row.id]);
  return presentOneEndpoint(context.data, row);
};
