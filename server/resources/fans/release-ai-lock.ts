import type { ReleaseAiLockRequest } from '../../../generated/interfaces/fans.ts';
import { auditOperatorAtFan } from '../../access/audit/audit-log.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { requireFan } from '../../entities/fan.ts';
import { Op } from '../../orm/conditions.ts';

export async function releaseAiLock(request: ReleaseAiLockRequest, context: ContextOf<'releaseAiLock'>): Promise<void> {
  await context.data.transaction(async (transaction) => {
    const { account_id, fan_id } = request;
    const released = await transaction.fans.update({ ai_locked_at: null }, { account_id, fan_id, ai_locked_at: { [Op.ne]: null } });
    if (released.length > 0) await auditOperatorAtFan(transaction, context.author, 'ai_lock.released', request);
    else await requireFan(transaction, request, context);
  });
}
