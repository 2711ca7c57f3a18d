import type { AcknowledgeAiRequestsRequest } from '../../../generated/interfaces/ai-requests.ts';
import type { AiRequestAcknowledged } from '../../../generated/models.ts';
import { auditOperator } from '../../access/audit/audit-log.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { sql } from '../../orm/conditions.ts';

/** Answers with those ids that are within reach, also when they were acknowledged before. */
export async function acknowledgeAiRequests(
  { body }: AcknowledgeAiRequestsRequest,
  context: ContextOf<'acknowledgeAiRequests'>,
): Promise<AiRequestAcknowledged> {
  const ids = [...new Set(body.request_ids)];
  return context.answering.inTransaction(context.data, async (transaction) => {
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
}
