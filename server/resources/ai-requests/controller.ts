export { acknowledgeAiRequests } from './acknowledge-ai-requests.ts';
export { listAiRequests } from './list-ai-requests.ts';
