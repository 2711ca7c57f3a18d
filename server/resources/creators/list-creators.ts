import type { CreatorList } from '../../../generated/models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentCreator, shownOfCreator } from '../../entities/creator.ts';

export async function listCreators(context: ContextOf<'listCreators'>): Promise<CreatorList> {
  const rows = await context.data.creators.rowsOnReplica({ attributes: shownOfCreator, order: ['name', 'id'] });
  return { data: rows.map(presentCreator) };
}
