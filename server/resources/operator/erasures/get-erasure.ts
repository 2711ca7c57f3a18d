import type { GetErasureRequest } from '../../../../generated/interfaces/operator.ts';
import type { Erasure } from '../../../../generated/models.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import { presentErasure } from '../../../entities/erasure.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';
import { isUuid } from '../../../query/uuid.ts';

export async function getErasure(
  { data }: { readonly data: OperatorModels },
  { erasure_id: erasureId }: GetErasureRequest,
  context: ContextOf<'getErasure'>,
): Promise<Erasure> {
  const row = isUuid(erasureId) ? await data.erasures.row({ where: { id: erasureId } }) : undefined;
  if (!row) throw context.problem('not_found', { detail: 'No erasure has this id.' });
  return presentErasure(row);
}
