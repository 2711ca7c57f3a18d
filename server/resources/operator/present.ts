import type { Agency, ApiKey, WebhookEndpoint } from '../../../generated/models/index.ts';
import type { EndpointRow } from '../../delivery/endpoints.ts';
import type { Rows } from '../../models/models.ts';

export function presentAgency(row: Rows['agencies']): Agency {
  return { id: row.id, name: row.name, created_at: row.created_at.toISOString() };
}

export function presentApiKey(row: Omit<Rows['api_keys'], 'key_hash'>): ApiKey {
  return {
    id: row.id,
    label: row.label,
    prefix: row.prefix,
    scopes: row.scopes as ApiKey['scopes'],
    creator_ids: row.creator_ids,
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

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
    created_at: row.created_at.toISOString(),
  };
}
