import type { WebhookEndpoint, WebhookEventType } from '../../generated/models/index.ts';
import { limits } from '../../generated/limits.ts';
import type { Problems } from '../../generated/problems.ts';
import { isOfCreators } from '../access/reach-rules.ts';
import type { Reach } from '../access/reach.ts';
import type { Sql } from '../database/sql.ts';
import { displayedSecretPrefix, placeOfSecrets, type SecretSealer } from './signing-secret.ts';

/** A webhook endpoint as its table holds it, without its secrets. */
export interface EndpointRow {
  id: string;
  url: string;
  label: string;
  secret_prefix: string;
  enabled_event_types: WebhookEventType[];
  allowed_creator_ids: string[];
  api_version: string;
  status: 'active' | 'disabled';
  disabled_reason: 'manual' | 'auto_breaker' | null;
  disabled_at: Date | null;
  consecutive_failures: number;
  created_at: Date;
}

/** The columns of `EndpointRow`, for a table or subquery with the alias `e`. */
export const endpointColumns =
  'e.id, e.url, e.label, e.secret_prefix, e.enabled_event_types, e.allowed_creator_ids, e.api_version, e.status, ' +
  'e.disabled_reason, e.disabled_at, e.consecutive_failures, e.created_at';

/** SQL: whether an event may go to the URL of an endpoint, by the endpoint's `url_creator_ids`. */
export const mayGoOut = (urlCreatorIds: string, eventType: string, creatorId: string) =>
  `((${urlCreatorIds} = '{}' OR ${isOfCreators(eventType, creatorId, urlCreatorIds)}) IS TRUE)`;

export interface NewEndpoint {
  /** Checked by `checkDestinationText`, normalised. */
  url: string;
  label: string;
  enabledEventTypes: readonly string[];
  /** Creators of the agency; empty for all of them, also future ones. */
  allowedCreatorIds: readonly string[];
  /** Creators within the reach of whoever gives the URL; empty for all of them. */
  urlCreatorIds: readonly string[];
  /** Release date of the version that payloads are rendered in. */
  apiVersion: string;
  secret: string;
}

/** The endpoint as the contract shows it. */
export function presentEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    label: row.label,
    secret_prefix: row.secret_prefix,
    enabled_event_types: row.enabled_event_types,
    allowed_creator_ids: row.allowed_creator_ids,
    api_version: row.api_version,
    status: row.status,
    disabled_reason: row.disabled_reason,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    consecutive_failures: row.consecutive_failures,
    created_at: row.created_at.toISOString(),
  };
}

/**
 * Inserts an endpoint of the agency within reach, inside the caller's transaction. The lock on the agency's row lets
 * parallel creations wait for each other, so that the limit holds. Throws `unknown_creator` and `webhook_endpoint_limit`.
 */
export async function createEndpoint(
  data: Sql & { readonly reach: Reach },
  sealer: SecretSealer,
  endpoint: NewEndpoint,
  { problem }: Problems<'unknown_creator' | 'webhook_endpoint_limit'>,
): Promise<EndpointRow> {
  const allowedCreatorIds = [...new Set(endpoint.allowedCreatorIds)];
  const [agency] = await data.query<{ id: string; endpoint_id: string; known_creators: number }>({
    text: `
      SELECT a.id, uuidv7() AS endpoint_id, (SELECT count(*) FROM {creators} c WHERE c.id = ANY ($1::text[])) AS known_creators
        FROM {agencies} a
         FOR NO KEY UPDATE OF a`,
    values: [allowedCreatorIds],
  });
  if (!agency) throw new Error(`there is no agency ${data.reach.agencyId}`);
  if (agency.known_creators < allowedCreatorIds.length) throw problem('unknown_creator');
  const [row] = await data.query<EndpointRow>({
    text: `
      INSERT INTO webhook_endpoints AS e
        (agency_id, id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, allowed_creator_ids, url_creator_ids,
         api_version)
      SELECT {agency_id}, $1, $2, $3, $4, $5, $6, $7, $8, $9
      WHERE endpoints_of_agency({agency_id}) < $10
      RETURNING ${endpointColumns}`,
    values: [
      agency.endpoint_id,
      endpoint.url,
      endpoint.label,
      sealer.encrypt(endpoint.secret, placeOfSecrets(agency.id, agency.endpoint_id)),
      displayedSecretPrefix(endpoint.secret),
      [...new Set(endpoint.enabledEventTypes)],
      allowedCreatorIds,
      endpoint.urlCreatorIds,
      endpoint.apiVersion,
      limits.endpointsOfAgency,
    ],
  });
  if (!row) {
    throw problem('webhook_endpoint_limit', { detail: `The agency already has ${limits.endpointsOfAgency} webhook endpoints.` });
  }
  return row;
}
