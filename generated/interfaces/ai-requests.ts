// Generated from spec/ by `npm run generate`. Do not edit.

import type { AiRequestAcknowledged, AiRequestAcknowledgement, AiRequestList } from '../models.ts';
import type { Problems } from '../problems.ts';
import type { AccessContexts } from './access-contexts.ts';

/** The request of `acknowledgeAiRequests`: its parameters by their contract names, and its body. */
export interface AcknowledgeAiRequestsRequest {
  body: AiRequestAcknowledgement;
}

/** What the handler of `acknowledgeAiRequests` is given besides: what its access has, and the problems that it may answer. */
export type AcknowledgeAiRequestsContext<Contexts extends AccessContexts> = Contexts['key'] & Problems<'validation_failed' | 'unavailable'>;

/** The request of `listAiRequests`: its parameters by their contract names. */
export interface ListAiRequestsRequest {
  /** Maximum number of requests to return. */
  limit: number;
}

/** What the handler of `listAiRequests` is given besides: what its access has, and the problems that it may answer. */
export type ListAiRequestsContext<Contexts extends AccessContexts> = Contexts['key'] & Problems<'validation_failed' | 'unavailable'>;

/** What the server implements for the tag AiRequests. */
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
