import type { ApiKey } from '../../generated/models.ts';
import type { Problems } from '../../generated/problems.ts';
import type { ScopedSql } from '../database/client/sql.ts';
import { KeyRevoked } from '../problems/errors.ts';
import { columnsOf, type Rows } from '../models/tables.ts';
import { presenting } from './presented.ts';

/** A row of `api_keys`. */
export type ApiKeyRow = Rows['api_keys'];

export const apiKeyColumns = columnsOf('api_keys');

const shown = presenting(['id', 'label', 'prefix', 'creator_ids', 'expires_at', 'created_at', 'revoked_at', 'contained_at']);

/** `lastUsedAt` is null for a key that was not used recently. */
export const presentApiKey = (row: ApiKeyRow, lastUsedAt: Date | null): ApiKey => ({
  ...shown(row),
  scopes: row.scopes as ApiKey['scopes'],
  last_used_at: lastUsedAt?.toISOString() ?? null,
});

/**
 * Locks the key, so that requests that revoke or contain it wait for the end of the transaction. An operator has no key. Throws `KeyRevoked` if the
 * key is revoked already: the request may have been authenticated before, and have waited for the rest of its body.
 */
export async function lockKey(data: ScopedSql, keyId: string | null): Promise<void> {
  if (keyId === null) return;
  const [key] = await data.query<{ is_held: boolean }>({ text: 'SELECT hold_key({agency_id}, $1) AS is_held', values: [keyId] });
  if (key!.is_held) return;
  throw new KeyRevoked();
}

export function noSuchKey({ problem }: Problems<'not_found'>): Error {
  return problem('not_found', { detail: 'No API key has this id.' });
}
