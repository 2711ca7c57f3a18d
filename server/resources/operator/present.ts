import type { Agency, ApiKey, OperatorToken } from '../../../generated/models/index.ts';
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
    contained_at: row.contained_at?.toISOString() ?? null,
  };
}

export interface OperatorTokenRow {
  id: string;
  name: string;
  prefix: string;
  scopes: OperatorToken['scopes'];
  expires_at: Date;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

export function presentOperatorToken(row: OperatorTokenRow): OperatorToken {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
