import type { Sql } from '../../database/sql.ts';
import type { Reach } from '../../access/reach.ts';
import { Problem } from '../../problems/problem.ts';

/**
 * The creators that an endpoint is limited to. An empty list means every creator of the agency, and with a restricted
 * key the creators of the key. Throws `unknown_creator` for one that is out of reach.
 */
export async function resolveCreatorScope(data: Sql & { readonly reach: Reach }, creatorIds: readonly string[]): Promise<string[]> {
  if (creatorIds.length === 0) return [...data.reach.creatorIds];
  const wanted = [...new Set(creatorIds)];
  const found = await data.query<{ id: string }>({
    text: 'SELECT c.id FROM {creators} c WHERE c.id = ANY($1::text[])',
    values: [wanted],
  });
  if (found.length < wanted.length) throw new Problem('unknown_creator');
  return wanted;
}
