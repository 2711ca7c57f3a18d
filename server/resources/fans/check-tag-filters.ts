import { requireAccount } from '../../access/reachable-fan.ts';
import type { Sql } from '../../database/sql.ts';
import { Problem } from '../../problems/problem.ts';

/** Throws `unknown_account`, or `unknown_tag` with all the ids that are not tags of the agency. */
export async function checkTagFilters(data: Sql, accountId: string, tagIds: readonly string[]): Promise<void> {
  await requireAccount(data, accountId);
  const rows = await data.query<{ id: string }>({ text: 'SELECT t.id FROM {tags} t WHERE t.id = ANY($1)', values: [tagIds] });
  const known = new Set(rows.map(({ id }) => id));
  const unknown = tagIds.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new Problem('unknown_tag', { members: { tag_ids: unknown } });
}
