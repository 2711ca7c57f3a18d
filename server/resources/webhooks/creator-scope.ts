import type { Problems } from '../../../generated/problems.ts';
import type { Sql } from '../../database/sql.ts';
import type { Reach } from '../../access/reach.ts';

/**
 * The creators that an endpoint is limited to. An empty list means every creator of the agency, and with a restricted
 * key the creators of the key. Throws `unknown_creator` for one that is out of reach.
 */
export async function resolveCreatorScope(
  data: Sql & { readonly reach: Reach },
  creatorIds: readonly string[],
  { problem }: Problems<'unknown_creator'>,
): Promise<string[]> {
  if (creatorIds.length === 0) return [...data.reach.creatorIds];
  const wanted = [...new Set(creatorIds)];
  const found = await data.query<{ id: string }>({
    text: 'SELECT c.id FROM {creators} c WHERE c.id = ANY($1::text[])',
    values: [wanted],
  });
  if (found.length < wanted.length) throw problem('unknown_creator');
  return wanted;
}
