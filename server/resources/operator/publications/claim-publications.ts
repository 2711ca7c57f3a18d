import type { ClaimPublicationsRequest } from '../../../../generated/interfaces/operator.ts';
import type { ClaimedPublications } from '../../../../generated/models.ts';
import { limits } from '../../../../generated/limits.ts';
import type { OperatorModels } from '../../../models/operator-models.ts';
import { claimPublications as claim } from '../../../publications/claim.ts';

const defaults = { limit: limits.claimItems, lease_seconds: limits.claimSeconds };

export async function claimPublications(
  { data }: { readonly data: OperatorModels },
  { body }: ClaimPublicationsRequest,
): Promise<ClaimedPublications> {
  const { limit, lease_seconds: leaseSeconds } = { ...defaults, ...body };
  return { data: await claim(data, { limit, leaseSeconds }) };
}
