import type { AiRequestsApi } from '../../../generated/interfaces/ai-requests.ts';
import type { Contexts } from '../../access/request-context.ts';
import { acknowledgeAiRequests } from './acknowledge-ai-requests.ts';
import { listAiRequests } from './list-ai-requests.ts';

export function aiRequestsController(): AiRequestsApi<Contexts> {
  return {
    listAiRequests: (request, context) => listAiRequests(request, context),
    acknowledgeAiRequests: (request, context) => acknowledgeAiRequests(request, context),
  };
}
