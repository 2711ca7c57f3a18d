import { presentErasure } from '../../../entities/erasure.ts';
import { isUuid } from '../../../query/uuid.ts';
import type { Handler } from '../../handler.ts';

export const getErasure: Handler<'getErasure'> = async ({ erasure_id: erasureId }, context) => {
  const row = isUuid(erasureId) ? await context.data.erasures.row({ where: { id: erasureId } }) : undefined;
  if (!row) throw context.problem('not_found', { detail: 'No erasure has this id.' });
  return presentErasure(row);
};
