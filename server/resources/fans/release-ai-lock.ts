import type { ReleaseAiLockRequest } from '../../../generated/interfaces/fans.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { requireFan } from '../../entities/fan.ts';

export async function releaseAiLock(request: ReleaseAiLockRequest, context: ContextOf<'releaseAiLock'>): Promise<void> {
  const released = await context.data.query({
    text: `
      UPDATE fans f SET ai_locked_at = NULL
       WHERE {reach fans f} AND f.account_id = $1 AND f.fan_id = $2 AND f.ai_locked_at IS NOT NULL
      RETURNING f.fan_id`,
    values: [request.account_id, request.fan_id],
  });
  if (released.length === 0) await requireFan(context.data, request, context);
}
