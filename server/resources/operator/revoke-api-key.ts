import type { RevokeApiKeyRequest } from '../../../generated/interfaces/operator.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { Sql } from '../../database/sql.ts';
import { isUuid } from '../../query/uuid.ts';

/** Revoking again answers the same and keeps the first time. */
export async function revokeApiKey(
  { database }: { readonly database: Sql },
  { key_id: keyId }: RevokeApiKeyRequest,
  context: ContextOf<'revokeApiKey'>,
): Promise<void> {
  const found = isUuid(keyId)
    ? await database.query({
        text: 'UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 RETURNING id',
        values: [keyId],
      })
    : [];
  if (found.length === 0) throw context.problem('not_found', { detail: 'No API key has this id.' });
}
