import type { AcknowledgeAiRequestsRequest } from '../../../generated/interfaces/ai-requests.ts';
import type { AiRequestAcknowledged } from '../../../generated/models/index.ts';
import { auditOperator } from '../../access/audit-log.ts';
import type { ContextOf } from '../../access/request-context.ts';

/** Answers with those ids that are within reach, also when they were acknowledged before. */
export async function acknowledgeAiRequests(
  { body }: AcknowledgeAiRequestsRequest,
  context: ContextOf<'acknowledgeAiRequests'>,
): Promise<AiRequestAcknowledged> {
  const ids = [...new Set(body.request_ids)];
  const rows = await context.data.transaction(async (transaction) => {
    const found = await transaction.query<{ id: string; creator_id: string; is_new: boolean }>({
      text: `
        WITH acknowledged AS (
          UPDATE ai_requests a SET acknowledged_at = now()
           WHERE {reach ai_requests a} AND a.id = ANY($1) AND a.acknowledged_at IS NULL
          RETURNING a.id
        )
        SELECT r.id, r.creator_id, r.id IN (SELECT id FROM acknowledged) AS is_new FROM {ai_requests} r WHERE r.id = ANY($1)`,
      values: [ids],
    });
    const changed = found.filter(({ is_new }) => is_new);
    if (changed.length > 0) {
      await auditOperator(transaction, context.author, {
        action: 'ai_requests.acknowledged',
        subjectId: null,
        subjectName: '',
        creatorIds: [...new Set(changed.map(({ creator_id }) => creator_id))],
        details: { request_ids: changed.map(({ id }) => id) },
      });
    }
    return found;
  });
  const known = new Set(rows.map(({ id }) => id));
  return { acknowledged_ids: ids.filter((id) => known.has(id)) };
}
