import type { ApiKey } from '../../generated/models/index.ts';

/** A row of `api_keys`. */
export interface ApiKeyRow {
  id: string;
  agency_id: string;
  label: string;
  prefix: string;
  key_hash: Buffer;
  scopes: string[];
  creator_ids: string[];
  expires_at: Date | null;
  revoked_at: Date | null;
  created_at: Date;
  is_unchecked: boolean;
}

export function presentApiKey(row: ApiKeyRow): ApiKey {
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
