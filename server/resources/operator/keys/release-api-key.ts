import type { ReleaseApiKeyRequest } from '../../../../generated/interfaces/operator.ts';
import type { ContainmentRelease } from '../../../../generated/models.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';
import { release } from '../agencies/containment.ts';
import { requireKey } from '../agencies/require-agency.ts';

/** Undoes the containment of the key. */
export async function releaseApiKey(
  { data }: { readonly data: OperatorModels },
  { key_id: keyId }: ReleaseApiKeyRequest,
  context: ContextOf<'releaseApiKey'>,
): Promise<ContainmentRelease> {
  const key = await requireKey(data, keyId, context);
  const target = { agencyId: key.agency_id, keyId: key.id, name: key.label, creatorIds: key.creator_ids };
  return release({ data }, target, context);
}
