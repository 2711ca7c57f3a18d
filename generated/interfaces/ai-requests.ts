// Generated from spec/ by `npm run generate`. Do not edit.

import type { AiRequestAcknowledged, AiRequestAcknowledgement, AiRequestList } from '../models.ts';
import type { Problems } from '../problems.ts';
import type { AccessContexts } from './access-contexts.ts';

/** The request of `acknowledgeAiRequests`: its parameters by their names in the contract, and its body. */
export interface AcknowledgeAiRequestsRequest {
  body: AiRequestAcknowledgement;
}

/** The context of the handler of `acknowledgeAiRequests`, with the problems that it may throw. */
export type AcknowledgeAiRequestsContext<Contexts extends AccessContexts> = Contexts['key'] & Problems<'validation_failed' | 'unavailable'>;

/** The request of `listAiRequests`: its parameters by their names in the contract. */
export interface ListAiRequestsRequest {
  /** Maximum number of requests to return. */
  limit: number;
}

/** The context of the handler of `listAiRequests`, with the problems that it may throw. */
export type ListAiRequestsContext<Contexts extends AccessContexts> = Contexts['key'] & Problems<'validation_failed' | 'unavailable'>;

/** The handlers of the tag AiRequests. */
export interface AiRequestsApi<Contexts extends AccessContexts> {
  /**
   * Acknowledge AI requests
   *
   * Removes requests from the pending list. May be repeated: requests acknowledged before stay acknowledged.
   *
   * `POST /v1/ai-requests/acknowledgements`, scope `write:ai_requests`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly acknowledgeAiRequests: (
    request: AcknowledgeAiRequestsRequest,
    context: AcknowledgeAiRequestsContext<Contexts>,
  ) => Promise<AiRequestAcknowledged>;

  /**
   * List pending AI requests
   *
   * Returns the requests that are not acknowledged yet, oldest first, up to `limit`. There is no cursor: acknowledge the requests that you have handled, and the next call returns the following ones.
   *
   * `GET /v1/ai-requests`, scope `read:ai_requests`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listAiRequests: (request: ListAiRequestsRequest, context: ListAiRequestsContext<Contexts>) => Promise<AiRequestList>;
}
