import { presentCreator, shownOfCreator } from '../../entities/creator.ts';
import type { Handler } from '../handler.ts';

export const listCreators: Handler<'listCreators'> = async (_request, context) => {
  const rows = await context.data.creators.rowsOnReplica({ attributes: shownOfCreator, order: ['name', 'id'] });
  return { data: rows.map(presentCreator) };
};
