import type { ReleaseAgencyRequest } from '../../../generated/interfaces/operator.ts';
import type { ContainmentRelease } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { Database } from '../../database/sql.ts';
import type { Models } from '../../models/tables.ts';
import { release } from './containment.ts';
import { requireAgency } from './require-agency.ts';

/** Undoes the containment of the agency. */
export async function releaseAgency(
  { database, models }: { readonly database: Database; readonly models: Models },
  { agency_id: agencyId }: ReleaseAgencyRequest,
  context: ContextOf<'releaseAgency'>,
): Promise<ContainmentRelease> {
  const { id, name } = await requireAgency(models, agencyId, context);
  const target = { agencyId: id, keyId: null, name, creatorIds: [] };
  return release({ database }, target, context);
}
