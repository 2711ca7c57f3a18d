import { presentAiRequest, shownOfAiRequest } from '../../entities/ai-request.ts';
import type { Handler } from '../handler.ts';

/** Pending requests, oldest first. After an acknowledgement, the following ones appear. */
export const listAiRequests: Handler<'listAiRequests'> = async (request, context) => {
  const rows = await context.data.ai_requests.rowsOnReplica({
    where: { acknowledged_at: null },
    attributes: shownOfAiRequest,
    order: ['requested_at', 'id'],
    limit: request.limit,
  });
  return { data: rows.map(presentAiRequest) };
};
