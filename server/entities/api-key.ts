import type { ApiKey } from '../../generated/models.ts';
import type { Problems } from '../../generated/problems.ts';
import type { ScopedSql } from '../database/client/sql.ts';
import { KeyRevoked } from '../problems/key-revoked.ts';
import { columnsOf, type Rows } from '../models/tables.ts';
import { presenting } from './presented.ts';

/** A row of `api_keys`. */
export type ApiKeyRow = Rows['api_keys'];

export const apiKeyColumns = columnsOf('api_keys');

const shown = presenting(['id', 'label', 'prefix', 'creator_ids', 'expires_at', 'created_at', 'revoked_at', 'contained_at']);

/** `lastUsedAt` is null for a key that was not used, or not lately. */
export const presentApiKey = (row: ApiKeyRow, lastUsedAt: Date | null): ApiKey => ({
  ...shown(row),
  scopes: row.scopes as ApiKey['scopes'],
  last_used_at: lastUsedAt?.toISOString() ?? null,
});

/**
 * Makes requests that revoke or contain the key wait until the transaction is over; an operator has none. Throws `KeyRevoked` where that is done already: a
 * request may have been let in before, and have waited for the rest of its body.
 */
export async function holdKey(data: ScopedSql, keyId: string | null): Promise<void> {
  if (keyId === null) return;
  const [key] = await data.query<{ is_held: boolean }>({ text: 'SELECT hold_key({agency_id}, $1) AS is_held', values: [keyId] });
  if (key!.is_held) return;
  throw new KeyRevoked();
}

export function noSuchKey({ problem }: Problems<'not_found'>): Error {
  return problem('not_found', { detail: 'No API key has this id.' });
}
