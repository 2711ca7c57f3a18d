import type { ListApiKeysRequest } from '../../../generated/interfaces/operator.ts';
import type { ApiKeyList } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentApiKey } from '../../entities/api-key.ts';
import type { Models } from '../../models/models.ts';
import { requireAgency } from './require-agency.ts';

/** The agency's keys, oldest first, also those that are revoked or expired. */
export async function listApiKeys(
  { models }: { readonly models: Models },
  { agency_id: agencyId }: ListApiKeysRequest,
  context: ContextOf<'listApiKeys'>,
): Promise<ApiKeyList> {
  await requireAgency(models, agencyId, context);
  const keys = await models.api_keys.findAll({ where: { agency_id: agencyId }, order: ['created_at', 'id'] });
  return { data: keys.map((key) => presentApiKey(key.get())) };
}
