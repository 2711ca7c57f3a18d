import { auditedEndpoint, auditInScope, hostOf } from '../../access/audit/audit-log.ts';
import { holdKey } from '../../entities/api-key.ts';
import { checkDestinationText } from '../../entities/destination.ts';
import {
  endpointColumns,
  type EndpointRow,
  isChanged,
  presentOneEndpoint,
  shownOfEndpoint,
  statusChange,
} from '../../entities/endpoint.ts';
import type { HealthRow } from '../../entities/endpoint-health.ts';
import { fieldRefusal } from '../../problems/validation-error.ts';
import type { Handler } from '../handler.ts';
import { resolveCreatorScope } from './creator-scope.ts';
import { findEndpoint } from './find-endpoint.ts';
import { requireChangeOfLink } from './through-link.ts';

/**
 * Only members that are present change. A new URL is for events of the creators that the key reaches: whatever else is
 * pending does not go there. An explicit status is a decision from then on: no release of a containment
 * changes it.
 */
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
    await holdKey(transaction, context.key.id);
    if (context.key.linkId !== null) {
      // Since it was found, the endpoint may have changed, or ended with the link.
      const held = await transaction.webhook_endpoints.row({
        where: { id: endpointId },
        attributes: shownOfEndpoint,
        lock: 'NO KEY UPDATE',
      });
      if (held) requireChangeOfLink(context, held, url, body);
    }
    const [updated] = await transaction.query<EndpointRow & { is_changed: boolean }>({
      text: `
      UPDATE webhook_endpoints e SET
        url = coalesce($2, e.url),
        label = coalesce($3, e.label),
        enabled_event_types = coalesce($4::text[], e.enabled_event_types),
        allowed_creator_ids = coalesce($5::text[], e.allowed_creator_ids),
        url_creator_ids = CASE
          WHEN $2 <> e.url THEN $7::text[]
          WHEN e.url_creator_ids = '{}' OR $5 = '{}' THEN '{}'
          ELSE array(SELECT DISTINCT unnest(e.url_creator_ids || coalesce($5, '{}'))) END,
        narrowed_at = CASE
          WHEN $5 <> '{}' AND (e.allowed_creator_ids = '{}' OR NOT e.allowed_creator_ids <@ $5) THEN now()
          ELSE e.narrowed_at END,
        url_key_id = CASE WHEN $2 <> e.url THEN $8::uuid ELSE e.url_key_id END,
        containment_id = CASE WHEN $6::text IS NULL THEN e.containment_id END,
        ${statusChange('$6', 'manual', 'coalesce($9::boolean AND e.created_by_link_id IS NOT NULL, e.ends_with_link)')},
        -- What may not go to another URL is to be drained, as what is of an earlier generation.
        drained_generation = CASE WHEN $2 <> e.url THEN 0 ELSE e.drained_generation END
      WHERE e.id = $1 AND {scope webhook_endpoints e}
      RETURNING ${endpointColumns}, ${isChanged}`,
      values: [
        endpointId,
        url,
        body.label ?? null,
        body.enabled_event_types ? [...new Set(body.enabled_event_types)] : null,
        creatorIds ?? null,
        body.status ?? null,
        context.data.tenantScope.creatorIds,
        context.key.id,
        body.ends_with_link ?? null,
      ],
    });
    if (!updated) throw context.problem('unknown_webhook_endpoint');
    const { status, enabled_event_types } = body;
    const details = { members: Object.keys(body), status, enabled_event_types, ...(url !== null && { host: hostOf(url) }) };
    if (updated.is_changed) {
      await auditInScope(transaction, context.author, { ...auditedEndpoint('endpoint.changed', updated), details });
    }
    return updated;
  });
  if (body.status === 'disabled' || url !== null) outbox.drain([row.id]);
  return presentOneEndpoint(row, (statement) => context.data.query<HealthRow>(statement));
};
