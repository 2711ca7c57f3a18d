import type { Agency, ApiKey } from '../../../generated/models/index.ts';
import type { Rows } from '../../models/models.ts';

export function presentAgency(row: Rows['agencies']): Agency {
  return { id: row.id, name: row.name, created_at: row.created_at.toISOString() };
}

export function presentApiKey(row: Rows['api_keys']): ApiKey {
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
