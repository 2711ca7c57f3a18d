export {
  verifyWebhook,
  WebhookVerificationError,
  type VerifyWebhookOptions,
  type WebhookHeaders,
  type WebhookVerificationReason,
} from './verify-webhook.ts';
export {
  createWebhookHandler,
  type EventHandlers,
  type WebhookAnswer,
  type WebhookHandler,
  type WebhookHandlerOptions,
} from './webhooks/handler.ts';
export {
  forExpress,
  forFastify,
  forFetch,
  forHono,
  forLambda,
  forNext,
  forNode,
  type FastifyLike,
  type LambdaEvent,
  type NodeRequest,
  type NodeResponse,
} from './webhooks/adapters.ts';
export type { EventStore } from './webhooks/store.ts';
export { memoryStore, type MemoryStoreOptions } from './webhooks/memory-store.ts';
export type { KnownWebhookEvent, UnknownWebhookEvent, WebhookEvent } from './schemas.ts';
export type * from './generated/schemas.ts';
