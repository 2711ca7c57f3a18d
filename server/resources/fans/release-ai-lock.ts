import { auditOperatorAtFan } from '../../access/audit/audit-log.ts';
import { requireFan } from '../../entities/fan.ts';
import { Op } from '../../orm/conditions.ts';
import type { Handler } from '../handler.ts';

export const releaseAiLock: Handler<'releaseAiLock'> = async (request, context) => {
  await context.data.transaction(async (transaction) => {
    const { account_id, fan_id } = request;
    const released = await transaction.fans.update({ ai_locked_at: null }, { account_id, fan_id, ai_locked_at: { [Op.ne]: null } });
    if (released.length > 0) await auditOperatorAtFan(transaction, context.author, 'ai_lock.released', request);
    else await requireFan(transaction, request, context);
  });
};
