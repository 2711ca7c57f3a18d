import { presentErasure } from '../../../entities/erasure.ts';
import type { Handler } from '../../handler.ts';

export const getErasure: Handler<'getErasure'> = async ({ erasure_id: erasureId }, context) => {
  const row = await context.data.erasures.row({ where: { id: erasureId } });
  if (!row) throw context.problem('not_found', { detail: 'No erasure has this id.' });
  return presentErasure(row);
};
