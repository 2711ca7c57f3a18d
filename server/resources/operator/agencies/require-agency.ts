import type { Problems } from '../../../../generated/problems.ts';
import { noSuchAgency, type AgencyRow } from '../../../entities/agency.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';

/** Throws `not_found` unless the agency exists. */
export async function requireAgency(data: OperatorModels, agencyId: string, problems: Problems<'not_found'>): Promise<AgencyRow> {
  const agency = await data.agencies.row({ where: { id: agencyId, erased_at: null } });
  if (!agency) throw noSuchAgency(problems);
  return agency;
}

/** Throws `unknown_creator` unless the agency has all of them. */
export async function requireCreators(
  data: OperatorModels,
  agencyId: string,
  creatorIds: readonly string[],
  { problem }: Problems<'unknown_creator'>,
): Promise<void> {
  if (creatorIds.length === 0) return;
  const rows = await data.creators.rows({ where: { agency_id: agencyId, id: creatorIds }, attributes: ['id'] });
  const known = new Set(rows.map(({ id }) => id));
  const unknown = creatorIds.filter((id) => !known.has(id));
  if (unknown.length > 0) throw problem('unknown_creator', { detail: `Not creators of the agency: ${unknown.join(', ')}.` });
}
