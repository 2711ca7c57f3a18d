import type { ContainAgencyRequest } from '../../../../generated/interfaces/operator.ts';
import type { Containment } from '../../../../generated/models.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import { contain, type ContainmentDependencies } from './containment.ts';
import { requireAgency } from './require-agency.ts';

/** Refuses all keys of the agency and pauses all its endpoints. */
export async function containAgency(
  dependencies: ContainmentDependencies,
  { agency_id: agencyId, body = {} }: ContainAgencyRequest,
  context: ContextOf<'containAgency'>,
): Promise<Containment> {
  const { id, name } = await requireAgency(dependencies.data, agencyId, context);
  const target = { agencyId: id, keyId: null, name, creatorIds: [] };
  return contain(dependencies, target, body, context);
}
