import type { SetAiLockRequest } from '../../../generated/interfaces/fans.ts';
import type { FanRelation } from '../../../generated/models/index.ts';
import { auditOperatorAtFan } from '../../access/audit-log.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentFan } from '../../entities/fan.ts';
import { findFan } from './find-fan.ts';

/** A lock that is set stays as it is. */
export async function setAiLock(request: SetAiLockRequest, context: ContextOf<'setAiLock'>): Promise<FanRelation> {
  return context.data.transaction(async (transaction) => {
    const locked = await transaction.query<{ fan_id: string }>({
      text: `
        UPDATE fans f SET ai_locked_at = now()
         WHERE {reach fans f} AND f.account_id = $1 AND f.fan_id = $2 AND f.ai_locked_at IS NULL
        RETURNING f.fan_id`,
      values: [request.account_id, request.fan_id],
    });
    if (locked.length > 0) await auditOperatorAtFan(transaction, context.author, 'ai_lock.set', request);
    return presentFan(await findFan(transaction, request, context));
  });
}
