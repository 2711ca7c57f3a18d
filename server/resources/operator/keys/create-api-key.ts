import type { Problems } from '../../../../generated/problems.ts';
import { audit } from '../../../access/audit/audit-log.ts';
import { newApiKey } from '../../../access/keys/api-keys.ts';
import { apiKeyColumns, type ApiKeyRow, presentApiKey } from '../../../entities/api-key.ts';
import { containmentOfNewKey, lockKeysOfAgency } from '../../../entities/containment.ts';
import { fieldRefusal } from '../../../problems/validation-error.ts';
import { requireAgency, requireCreators } from '../agencies/require-agency.ts';
import type { Handler } from '../../handler.ts';
import { requireQuota } from './require-quota.ts';

function refuseKey(message: string, problems: Problems<'validation_failed'>): Error {
  return fieldRefusal('api_key', message, 'apiKey', problems);
}

/** Creates a key, or imports an existing one. Only this response contains the key. */
export const createApiKey: Handler<'createApiKey', 'keyFormat' | 'uncheckedKeys'> = async (
  { agency_id: agencyId, body },
  context,
  { keyFormat, uncheckedKeys },
) => {
  await requireAgency(context.data, agencyId, context);
  const apiKey = body.api_key ?? newApiKey();
  const keyHash = keyFormat.hashOf(apiKey);
  if (!keyHash) throw refuseKey('does not have one of the two prefixes of this service and the right length', context);
  if (keyFormat.isGuessable(apiKey)) throw refuseKey('is guessable: its characters repeat or follow one another', context);
  const isUnchecked = keyFormat.isUnchecked(apiKey);
  const creatorIds = [...new Set(body.creator_ids ?? [])];
  await requireCreators(context.data, agencyId, creatorIds, context);
  const scopes = [...new Set(body.scopes)];
  const expiresAt = body.expires_at ? new Date(body.expires_at) : null;
  const key = await context.idempotency.inTransaction(context.data, async (transaction) => {
    await lockKeysOfAgency(transaction, agencyId);
    await requireQuota(transaction, agencyId, 'api_keys', context);
    const [made] = await transaction.query<ApiKeyRow>({
      text: `
        INSERT INTO api_keys (agency_id, label, prefix, key_hash, scopes, creator_ids, expires_at, is_unchecked, containment_id, contained_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ${containmentOfNewKey('$1')}) ON CONFLICT (key_hash) DO NOTHING
        RETURNING ${apiKeyColumns}`,
      values: [agencyId, body.label, keyFormat.displayPrefix(apiKey), keyHash, scopes, creatorIds, expiresAt, isUnchecked],
    });
    if (!made) throw refuseKey('is an API key that already exists', context);
    await audit(transaction, agencyId, context.author, {
      action: 'key.created',
      subjectId: made.id,
      subjectName: made.label,
      creatorIds,
      details: { scopes, creator_ids: creatorIds, expires_at: expiresAt, prefix: made.prefix, brought_over: body.api_key !== undefined },
    });
    return { ...presentApiKey(made, null), api_key: apiKey };
  });
  if (isUnchecked) await uncheckedKeys.announce();
  return key;
};
