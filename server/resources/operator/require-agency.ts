import type { Problems } from '../../../generated/problems.ts';
import type { Sql } from '../../database/sql.ts';
import { noSuchAgency } from '../../entities/agency.ts';
import type { Models } from '../../models/models.ts';
import { isUuid } from '../../query/uuid.ts';

/** Throws `not_found` unless the agency exists. */
export async function requireAgency(models: Models, agencyId: string, problems: Problems<'not_found'>): Promise<void> {
  const agency = isUuid(agencyId) ? await models.agencies.findByPk(agencyId) : null;
  if (!agency) throw noSuchAgency(problems);
}

/** Throws `unknown_creator` unless the agency has all of them. */
export async function requireCreators(
  sql: Sql,
  agencyId: string,
  creatorIds: readonly string[],
  { problem }: Problems<'unknown_creator'>,
): Promise<void> {
  if (creatorIds.length === 0) return;
  const rows = await sql.query<{ id: string }>({
    text: 'SELECT id FROM creators WHERE agency_id = $1 AND id = ANY($2)',
    values: [agencyId, creatorIds],
  });
  const known = new Set(rows.map(({ id }) => id));
  const unknown = creatorIds.filter((id) => !known.has(id));
  if (unknown.length > 0) throw problem('unknown_creator', { detail: `Not creators of the agency: ${unknown.join(', ')}.` });
}
