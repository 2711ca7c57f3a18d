import type { DeletePublicationRequest } from '../../../generated/interfaces/publications.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { isUuid } from '../../query/uuid.ts';

/**
 * Whatever its status, also while somebody holds a lease of it, whose report then answers `unknown_publication`. So does
 * a repeated delete.
 */
export async function deletePublication(request: DeletePublicationRequest, context: ContextOf<'deletePublication'>): Promise<void> {
  if (!isUuid(request.publication_id)) throw context.problem('unknown_publication');
  const deleted = await context.data.query({
    text: 'DELETE FROM publications p WHERE {reach publications p} AND p.id = $1 RETURNING p.id',
    values: [request.publication_id],
  });
  if (deleted.length === 0) throw context.problem('unknown_publication');
}
