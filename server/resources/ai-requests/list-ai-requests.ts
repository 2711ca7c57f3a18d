import type { ListAiRequestsRequest } from '../../../generated/interfaces/ai-requests.ts';
import type { AiRequestList } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { aiRequestColumns, presentAiRequest, type AiRequestRow } from '../../entities/ai-request.ts';

/** The pending ones, oldest first. Acknowledging them exposes the following ones. */
export async function listAiRequests(request: ListAiRequestsRequest, context: ContextOf<'listAiRequests'>): Promise<AiRequestList> {
  const rows = await context.data.queryReplica<AiRequestRow>({
    text: `SELECT ${aiRequestColumns('a')} FROM {ai_requests} a WHERE a.acknowledged_at IS NULL ORDER BY a.requested_at, a.id LIMIT $1`,
    values: [request.limit],
  });
  return { data: rows.map(presentAiRequest) };
}
