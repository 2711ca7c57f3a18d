import type { Problems } from '../../../generated/problems.ts';
import type { ScopedModels, ScopedTransaction } from '../../access/scope/scoped-models.ts';

/** The creators of an endpoint. An empty list means all creators of the key, or of the agency for an unlimited key. Throws `unknown_creator`. */
export async function resolveCreatorScope(
  data: ScopedModels | ScopedTransaction,
  creatorIds: readonly string[],
  { problem }: Problems<'unknown_creator'>,
): Promise<string[]> {
  if (creatorIds.length === 0) return [...data.tenantScope.creatorIds];
  const wanted = [...new Set(creatorIds)];
  if ((await data.creators.count({ id: wanted })) < wanted.length) throw problem('unknown_creator');
  return wanted;
}
