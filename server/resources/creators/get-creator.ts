import { presentCreator, shownOfCreator } from '../../entities/creator.ts';
import type { Handler } from '../handler.ts';

export const getCreator: Handler<'getCreator'> = async (request, context) => {
  const row = await context.data.creators.row({ where: { id: request.creator_id }, attributes: shownOfCreator });
  if (!row) throw context.problem('unknown_creator');
  return presentCreator(row);
};
