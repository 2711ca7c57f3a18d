import type { OperatorToken } from '../../generated/models/index.ts';

/** A row of `operator_tokens`, without what the token is known by. */
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
