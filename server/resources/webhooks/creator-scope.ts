import type { Problems } from '../../../generated/problems.ts';
import type { ScopedModels } from '../../access/scope/scoped-models.ts';

/**
 * The creators that an endpoint is limited to. An empty list means every creator of the agency, and with a restricted
 * key the creators of the key. Throws `unknown_creator` for one that is out of reach.
 */
export async function resolveCreatorScope(
  data: ScopedModels,
  creatorIds: readonly string[],
  { problem }: Problems<'unknown_creator'>,
): Promise<string[]> {
  if (creatorIds.length === 0) return [...data.tenantScope.creatorIds];
  const wanted = [...new Set(creatorIds)];
  if ((await data.creators.count({ id: wanted })) < wanted.length) throw problem('unknown_creator');
  return wanted;
}
