import type { AcknowledgeAiRequestsRequest } from '../../../generated/interfaces/ai-requests.ts';
import type { AiRequestAcknowledged } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';

/** Answers with those ids that are within reach, also when they were acknowledged before. */
export async function acknowledgeAiRequests(
  { body }: AcknowledgeAiRequestsRequest,
  context: ContextOf<'acknowledgeAiRequests'>,
): Promise<AiRequestAcknowledged> {
  const ids = [...new Set(body.request_ids)];
  const rows = await context.data.query<{ id: string }>({
    text: `
      WITH acknowledged AS (
        UPDATE ai_requests a SET acknowledged_at = now()
         WHERE {reach ai_requests a} AND a.id = ANY($1) AND a.acknowledged_at IS NULL
      )
      SELECT r.id FROM {ai_requests} r WHERE r.id = ANY($1)`,
    values: [ids],
  });
  const known = new Set(rows.map(({ id }) => id));
  return { acknowledged_ids: ids.filter((id) => known.has(id)) };
}
