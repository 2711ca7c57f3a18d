// Generated from spec/ by `npm run generate`. Do not edit.

import type { Insight, InsightUpdate } from '../models.ts';
import type { Problems } from '../problems.ts';
import type { AccessContexts } from './access-contexts.ts';

/** The request of `getInsight`: its parameters by their names in the contract. */
export interface GetInsightRequest {
  /** Upstream account id, the `account.external_id` of a creator. */
  account_id: string;
  /** Upstream fan id. */
  fan_id: string;
}

/** The context of the handler of `getInsight`, with the problems that it may throw. */
export type GetInsightContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_account' | 'unknown_fan' | 'unavailable'>;

/** The request of `updateInsight`: its parameters by their names in the contract, and its body. */
export interface UpdateInsightRequest {
  /** Upstream account id, the `account.external_id` of a creator. */
  account_id: string;
  /** Upstream fan id. */
  fan_id: string;
  body: InsightUpdate;
  /** Token of the note that you read: quoted, bare or weak (`"t"`, `t`, `W/"t"`), also with the suffix of a proxy that compressed the response (`"t-gzip"`, `"t;br"`). Of a list of tokens, also in several header lines, one must be the note's. `*` stands for any note and is not a token: without another one the edit fails with 428. */
  'If-Match'?: string;
}

/** The context of the handler of `updateInsight`, with the problems that it may throw. */
export type UpdateInsightContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'precondition_required' | 'precondition_failed' | 'unknown_account' | 'unknown_fan' | 'unavailable'>;

/** The handlers of the tag Insights. */
export interface InsightsApi<Contexts extends AccessContexts> {
  /**
   * Get the note on a fan
   *
   * Returns the note and its concurrency token. A fan without a note has an empty note, with a token.
   *
   * `GET /v1/accounts/{account_id}/fans/{fan_id}/insight`, scope `read:insights`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `unknown_account`, `unknown_fan`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getInsight: (request: GetInsightRequest, context: GetInsightContext<Contexts>) => Promise<Insight>;

  /**
   * Edit the note on a fan
   *
   * Writes the note if it has not changed since you read it. Send the token that you read in the body's `etag` or in `If-Match`. If you send both, `If-Match` must contain the token of the body; otherwise the request fails with 400. Without a token it fails with 428. If the note has changed since, it fails with 412, and returns the current token if it is known.
   *
   * A history of edits records who made each, when, and the text that it replaced. It contains the latest 100 edits of a fan, up to 1,000,000 bytes of text in UTF-8, and the latest 1,000,000 edits of an agency, each for 400 days. If an edit would exceed the agency's quota `insight_history_bytes`, the agency's oldest edits are deleted, regardless of their author.
   *
   * `PATCH /v1/accounts/{account_id}/fans/{fan_id}/insight`, scope `write:insights`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `precondition_required`, `precondition_failed`, `unknown_account`, `unknown_fan`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly updateInsight: (request: UpdateInsightRequest, context: UpdateInsightContext<Contexts>) => Promise<Insight>;
}
