import type { GetCreatorRequest } from '../../../generated/interfaces/creators.ts';
import type { Creator } from '../../../generated/models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentCreator, shownOfCreator } from '../../entities/creator.ts';

export async function getCreator(request: GetCreatorRequest, context: ContextOf<'getCreator'>): Promise<Creator> {
  const row = await context.data.creators.row({ where: { id: request.creator_id }, attributes: shownOfCreator });
  if (!row) throw context.problem('unknown_creator');
  return presentCreator(row);
}
