import type { CreateApiKeyRequest } from '../../../generated/interfaces/operator.ts';
import type { ApiKeyWithSecret } from '../../../generated/models/index.ts';
import type { Problems } from '../../../generated/problems.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { mintApiKey, type ApiKeyFormat } from '../../access/api-keys.ts';
import type { UncheckedKeys } from '../../access/unchecked-keys.ts';
import type { Database } from '../../database/sql.ts';
import { presentApiKey } from '../../entities/api-key.ts';
import { isDuplicate, type Models } from '../../models/models.ts';
import { validationError } from '../../problems/validation-error.ts';
import { requireAgency, requireCreators } from './require-agency.ts';

export interface CreateApiKeyDependencies {
  readonly database: Database;
  readonly models: Models;
  readonly keyFormat: ApiKeyFormat;
  readonly uncheckedKeys: Pick<UncheckedKeys, 'announce'>;
}

function refuseKey(message: string, { problem }: Problems<'validation_failed'>): Error {
  return problem('validation_failed', {
    detail: `"api_key" ${message}.`,
    members: { errors: [validationError('api_key', message, 'apiKey')] },
  });
}

/** Makes a key, or brings over an existing one. The key itself is told only here. */
export async function createApiKey(
  { database, models, keyFormat, uncheckedKeys }: CreateApiKeyDependencies,
  { agency_id: agencyId, body }: CreateApiKeyRequest,
  context: ContextOf<'createApiKey'>,
): Promise<ApiKeyWithSecret> {
  await requireAgency(models, agencyId, context);
  const apiKey = body.api_key ?? mintApiKey();
  const keyHash = keyFormat.hashOf(apiKey);
  if (!keyHash) throw refuseKey('has another prefix than the two of this service, or another length', context);
  const isUnchecked = keyFormat.isUnchecked(apiKey);
  const creatorIds = [...new Set(body.creator_ids ?? [])];
  await requireCreators(database, agencyId, creatorIds, context);
  const given = {
    agency_id: agencyId,
    label: body.label,
    prefix: keyFormat.displayPrefix(apiKey),
    key_hash: keyHash,
    scopes: [...new Set(body.scopes)],
    creator_ids: creatorIds,
    expires_at: body.expires_at ? new Date(body.expires_at) : null,
    is_unchecked: isUnchecked,
  };
  const key = await models.api_keys.create(given).catch((error: unknown) => {
    throw isDuplicate(error) ? refuseKey('is a key that exists already', context) : error;
  });
  if (isUnchecked) await uncheckedKeys.announce();
  return { ...presentApiKey(key.get()), api_key: apiKey };
}
