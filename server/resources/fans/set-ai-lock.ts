import { auditOperatorAtFan } from '../../access/audit/audit-log.ts';
import { presentFan } from '../../entities/fan.ts';
import { sql } from '../../orm/conditions.ts';
import type { Handler } from '../handler.ts';
import { findFan } from './find-fan.ts';

/** Setting a lock again keeps its time. */
export const setAiLock: Handler<'setAiLock'> = async (request, context) => {
  return context.data.transaction(async (transaction) => {
    const { account_id, fan_id } = request;
    const locked = await transaction.fans.update({ ai_locked_at: sql('now()') }, { account_id, fan_id, ai_locked_at: null });
    if (locked.length > 0) await auditOperatorAtFan(transaction, context.author, 'ai_lock.set', request);
    return presentFan(await findFan(transaction, request, context));
  });
};
