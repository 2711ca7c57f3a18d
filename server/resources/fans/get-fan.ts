import type { GetFanRequest } from '../../../generated/interfaces/fans.ts';
import type { FanRelation } from '../../../generated/models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentFan } from '../../entities/fan.ts';
import { findFan } from './find-fan.ts';

export async function getFan(request: GetFanRequest, context: ContextOf<'getFan'>): Promise<FanRelation> {
  return presentFan(await findFan(context.data, request, context));
}
