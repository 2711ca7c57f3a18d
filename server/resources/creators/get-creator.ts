import type { GetCreatorRequest } from '../../../generated/interfaces/creators.ts';
import type { Creator } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { creatorColumns, presentCreator, type CreatorRow } from '../../entities/creator.ts';

export async function getCreator(request: GetCreatorRequest, context: ContextOf<'getCreator'>): Promise<Creator> {
  const [row] = await context.data.query<CreatorRow>({
    text: `SELECT ${creatorColumns('c')} FROM {creators} c WHERE c.id = $1`,
    values: [request.creator_id],
  });
  if (!row) throw context.problem('unknown_creator');
  return presentCreator(row);
}
