import type { Problems } from '../../../generated/problems.ts';
import type { Sql } from '../../database/sql.ts';
import { isUuid } from '../../query/uuid.ts';
import { noSuchAgency } from '../../records/refusals.ts';

/** Throws `not_found` unless the agency exists. */
export async function requireAgency(sql: Sql, agencyId: string, problems: Problems<'not_found'>): Promise<void> {
  const found = isUuid(agencyId) ? await sql.query({ text: 'SELECT 1 FROM agencies WHERE id = $1', values: [agencyId] }) : [];
  if (found.length === 0) throw noSuchAgency(problems);
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
