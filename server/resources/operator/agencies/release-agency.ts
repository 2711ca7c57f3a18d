import type { ReleaseAgencyRequest } from '../../../../generated/interfaces/operator.ts';
import type { ContainmentRelease } from '../../../../generated/models.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';
import { release } from './containment.ts';
import { requireAgency } from './require-agency.ts';

/** Undoes the containment of the agency. */
export async function releaseAgency(
  { data }: { readonly data: OperatorModels },
  { agency_id: agencyId }: ReleaseAgencyRequest,
  context: ContextOf<'releaseAgency'>,
): Promise<ContainmentRelease> {
  const { id, name } = await requireAgency(data, agencyId, context);
  const target = { agencyId: id, keyId: null, name, creatorIds: [] };
  return release({ data }, target, context);
}
