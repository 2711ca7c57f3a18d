import type { ContainAgencyRequest } from '../../../generated/interfaces/operator.ts';
import type { Containment } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { Models } from '../../models/tables.ts';
import { contain, type ContainmentDependencies } from './containment.ts';
import { requireAgency } from './require-agency.ts';

/** Refuses all keys of the agency and pauses all its endpoints. */
export async function containAgency(
  { models, ...dependencies }: ContainmentDependencies & { readonly models: Models },
  { agency_id: agencyId, body = {} }: ContainAgencyRequest,
  context: ContextOf<'containAgency'>,
): Promise<Containment> {
  const { id, name } = await requireAgency(models, agencyId, context);
  const target = { agencyId: id, keyId: null, name, creatorIds: [] };
  return contain(dependencies, target, body, context);
}
