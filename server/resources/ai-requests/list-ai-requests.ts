import type { ListAiRequestsRequest } from '../../../generated/interfaces/ai-requests.ts';
import type { AiRequestList } from '../../../generated/models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentAiRequest, shownOfAiRequest } from '../../entities/ai-request.ts';

/** The pending ones, oldest first. Acknowledging them exposes the following ones. */
export async function listAiRequests(request: ListAiRequestsRequest, context: ContextOf<'listAiRequests'>): Promise<AiRequestList> {
  const rows = await context.data.ai_requests.rowsOnReplica({
    where: { acknowledged_at: null },
    attributes: shownOfAiRequest,
    order: ['requested_at', 'id'],
    limit: request.limit,
  });
  return { data: rows.map(presentAiRequest) };
}
