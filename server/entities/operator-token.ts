import type { OperatorToken } from '../../generated/models.ts';
import type { Rows } from '../models/tables.ts';

/** A row of `operator_tokens`, without what the token is known by. */
export type OperatorTokenRow = Omit<Rows['operator_tokens'], 'token_hash'>;

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
