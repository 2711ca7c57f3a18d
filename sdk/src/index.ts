export { createClient, defaultVersion, type Client, type ClientOptions } from './client.ts';
export type { AnswerInformation, CallOptions, ConnectionOptions, RawAnswer, RawRequest } from './call.ts';
export {
  AbortError,
  ConnectionError,
  InvalidArgumentError,
  ServiceError,
  TimeoutError,
  UnexpectedResponseError,
  type ErrorKind,
} from './errors.ts';
export {
  isProblem,
  isProblemOf,
  ProblemError,
  type OperationProblem,
  type ProblemBodies,
  type ProblemBody,
  type ProblemSlug,
  type UnknownProblem,
  type ValidationError,
} from './problem.ts';
export type { ListenerEvent, LiveEvent, UnknownStreamEvent } from './live-events.ts';
export type { Page, PagedList, ToArrayOptions } from './pages.ts';
export type { Hooks, Logger, LogLevel, RequestInformation, ResponseInformation } from './observer.ts';
export type { Pacing } from './pacing.ts';
export type { EditNote, EditOptions, FanOfNote, NoteEdits } from './edit-insight.ts';
export type { Arguments, CallPromise, NoArguments, ResultWithResponse } from './operation-types.ts';
export type { RetryInformation } from './retry.ts';
export type { Fetch } from './send-repeatedly.ts';
export {
  verifyWebhook,
  WebhookVerificationError,
  type VerifyWebhookOptions,
  type WebhookHeaders,
  type WebhookVerificationReason,
} from './verify-webhook.ts';
export { reconcile, type Fact, type FactType, type ReconciledPage, type ReconcileOptions } from './reconcile.ts';
export { undeliveredTo } from './undelivered.ts';
export { methods } from './generated/methods.ts';
export { operations, type OperationId } from './generated/operations.ts';
export { enumerations } from './generated/enumerations.ts';
export { attemptErrors } from './generated/attempt-errors.ts';
export { eventScopes } from './generated/events.ts';
export { readInstant } from './generated/instants.ts';
export type { Bounds, Operation, OperationParameter, Scope } from './generated/operation.ts';
export type * from './generated/params.ts';
export type * from './schemas.ts';
