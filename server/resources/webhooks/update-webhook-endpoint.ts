import type { UpdateWebhookEndpointRequest } from '../../../generated/interfaces/webhooks.ts';
import type { WebhookEndpoint } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { checkDestinationText, type DestinationPolicy } from '../../entities/destination.ts';
import { endpointColumns, type EndpointRow, presentEndpoint } from '../../entities/endpoint.ts';
import type { Outbox } from '../../events/outbox.ts';
import { resolveCreatorScope } from './creator-scope.ts';
import { findEndpoint } from './find-endpoint.ts';

/**
 * Only members that are present change. Disabling an endpoint that is disabled already keeps its reason and time.
 * A new generation parts what was recorded before the pause from what comes after it; enabling begins the breaker's
 * count anew. A new URL is for events of the creators that the key reaches: whatever else is pending does not go there.
 */
export async function updateWebhookEndpoint(
  { destinations, outbox }: { readonly destinations: DestinationPolicy; readonly outbox: Outbox },
  { endpoint_id: endpointId, body }: UpdateWebhookEndpointRequest,
  context: ContextOf<'updateWebhookEndpoint'>,
): Promise<WebhookEndpoint> {
  await findEndpoint(context.data, endpointId, context);
  const url = body.url === undefined ? null : checkDestinationText(body.url, destinations, context).href;
  const creatorIds = body.allowed_creator_ids && (await resolveCreatorScope(context.data, body.allowed_creator_ids, context));
  const [row] = await context.data.query<EndpointRow>({
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
        status = coalesce($6, e.status),
        disabled_reason = CASE
          WHEN $6 = 'active' THEN NULL
          WHEN $6 = 'disabled' THEN coalesce(e.disabled_reason, 'manual')
          ELSE e.disabled_reason END,
        disabled_at = CASE
          WHEN $6 = 'active' THEN NULL
          WHEN $6 = 'disabled' THEN coalesce(e.disabled_at, now())
          ELSE e.disabled_at END,
        -- What may not go to another URL is to be drained, as what is of an earlier generation.
        drained_generation = CASE WHEN $2 <> e.url THEN 0 ELSE e.drained_generation END,
        generation = e.generation + (e.status = 'active' AND $6 IS NOT DISTINCT FROM 'disabled')::integer,
        consecutive_failures = CASE WHEN e.status = 'disabled' AND $6 = 'active' THEN 0 ELSE e.consecutive_failures END,
        enabled_at = CASE WHEN e.status = 'disabled' AND $6 = 'active' THEN now() ELSE e.enabled_at END
      WHERE e.id = $1 AND {reach webhook_endpoints e}
      RETURNING ${endpointColumns}`,
    values: [
      endpointId,
      url,
      body.label ?? null,
      body.enabled_event_types ? [...new Set(body.enabled_event_types)] : null,
      creatorIds ?? null,
      body.status ?? null,
      context.data.reach.creatorIds,
    ],
  });
  if (!row) throw context.problem('unknown_webhook_endpoint');
  if (body.status === 'disabled' || url !== null) outbox.drain([row.id]);
  return presentEndpoint(row);
}
