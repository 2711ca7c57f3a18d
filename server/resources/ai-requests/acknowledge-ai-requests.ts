import { auditOperator } from '../../access/audit/audit-log.ts';
import { sql } from '../../orm/conditions.ts';
import type { Handler } from '../handler.ts';

/** Returns the ids in the tenant scope, also those that were acknowledged before. */
export const acknowledgeAiRequests: Handler<'acknowledgeAiRequests'> = async ({ body }, context) => {
  const ids = [...new Set(body.request_ids)];
  return context.idempotency.inTransaction(context.data, async (transaction) => {
    const [changed, found] = await Promise.all([
      transaction.ai_requests.update({ acknowledged_at: sql('now()') }, { id: ids, acknowledged_at: null }),
      transaction.ai_requests.rows({ where: { id: ids }, attributes: ['id'] }),
    ]);
    if (changed.length > 0) {
      await auditOperator(transaction, context.author, {
        action: 'ai_requests.acknowledged',
        subjectId: null,
        subjectName: '',
        creatorIds: [...new Set(changed.map(({ creator_id }) => creator_id))],
        details: { request_ids: changed.map(({ id }) => id) },
      });
    }
    const known = new Set(found.map(({ id }) => id));
    return { acknowledged_ids: ids.filter((id) => known.has(id)) };
  });
};
