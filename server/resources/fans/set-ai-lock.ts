import type { SetAiLockRequest } from '../../../generated/interfaces/fans.ts';
import type { FanRelation } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentFan } from '../../entities/fan.ts';
import { findFan } from './find-fan.ts';

/** A lock that is set stays as it is. */
export async function setAiLock(request: SetAiLockRequest, context: ContextOf<'setAiLock'>): Promise<FanRelation> {
  await context.data.query({
    text: `
      UPDATE fans f SET ai_locked_at = now()
       WHERE {reach fans f} AND f.account_id = $1 AND f.fan_id = $2 AND f.ai_locked_at IS NULL`,
    values: [request.account_id, request.fan_id],
  });
  return presentFan(await findFan(context.data, request, context));
}
