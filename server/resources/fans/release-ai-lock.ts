import type { ReleaseAiLockRequest } from '../../../generated/interfaces/fans.ts';
import { auditOperatorAtFan } from '../../access/audit-log.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { requireFan } from '../../entities/fan.ts';

export async function releaseAiLock(request: ReleaseAiLockRequest, context: ContextOf<'releaseAiLock'>): Promise<void> {
  await context.data.transaction(async (transaction) => {
    const released = await transaction.query<{ fan_id: string }>({
      text: `
        UPDATE fans f SET ai_locked_at = NULL
         WHERE {reach fans f} AND f.account_id = $1 AND f.fan_id = $2 AND f.ai_locked_at IS NOT NULL
        RETURNING f.fan_id`,
      values: [request.account_id, request.fan_id],
    });
    if (released.length > 0) await auditOperatorAtFan(transaction, context.author, 'ai_lock.released', request);
    else await requireFan(transaction, request, context);
  });
}
