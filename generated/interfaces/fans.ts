// Generated from spec/ by `npm run generate`. Do not edit.

import type { Assignment, FanRelation, FanRelationPage, FanSubscriptionStatus } from '../models.ts';
import type { Problems } from '../problems.ts';
import type { AccessContexts } from './access-contexts.ts';

/** The request of `assignFan`: its parameters by their names in the contract, and its body. */
export interface AssignFanRequest {
  /** Upstream account id, the `account.external_id` of a creator. */
  account_id: string;
  /** Upstream fan id. */
  fan_id: string;
  body: Assignment;
}

/** The context of the handler of `assignFan`, with the problems that it may throw. */
export type AssignFanContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_account' | 'unknown_fan' | 'unknown_user' | 'unavailable'>;

/** The request of `getFan`: its parameters by their names in the contract. */
export interface GetFanRequest {
  /** Upstream account id, the `account.external_id` of a creator. */
  account_id: string;
  /** Upstream fan id. */
  fan_id: string;
}

/** The context of the handler of `getFan`, with the problems that it may throw. */
export type GetFanContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_account' | 'unknown_fan' | 'unavailable'>;

/** The request of `listFans`: its parameters by their names in the contract. */
export interface ListFansRequest {
  /** Upstream account id, the `account.external_id` of a creator. */
  account_id: string;
  /** Employee ids, separated by commas or in repeated parameters, at most 50. Returns fans assigned to one of them. */
  assigned_user_ids?: Array<string>;
  /** Tag ids, separated by commas or in repeated parameters, at most 50. Returns fans with at least one of them. An id that is not a tag of the agency fails with 422. */
  tag_ids?: Array<string>;
  /** Tag ids, separated by commas or in repeated parameters, at most 50. Excludes fans with any of them; fans without tags are included. An id that is also in `tag_ids` fails with 400, an id that is not a tag of the agency with 422. */
  exclude_tag_ids?: Array<string>;
  /** `true`: fans with at least one tag. `false`: fans without tags; together with `tag_ids` it fails with 400. */
  has_tags?: 'true' | 'false';
  /** Subscription statuses, separated by commas or in repeated parameters, at most 50. */
  statuses?: Array<FanSubscriptionStatus>;
  /** Fans who spent at least this amount à la carte on this account, in euro cents. Subscriptions and refunded purchases do not count. */
  min_spend_cents?: number;
  /** Fans whose last à-la-carte purchase was at or after this instant. Refunded purchases do not count. */
  last_purchase_after?: string;
  /** Fans whose last à-la-carte purchase was before this instant. Refunded purchases do not count. Fans who never purchased are excluded. */
  last_purchase_before?: string;
  /** `true`: fans who are online on the upstream platform now. `false`: fans who are offline. */
  is_online?: 'true' | 'false';
  /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
  cursor?: string;
  /** Items per page. */
  limit: number;
}

/** The context of the handler of `listFans`, with the problems that it may throw. */
export type ListFansContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'invalid_cursor' | 'unknown_account' | 'unknown_tag' | 'unavailable'>;

/** The request of `releaseAiLock`: its parameters by their names in the contract. */
export interface ReleaseAiLockRequest {
  /** Upstream account id, the `account.external_id` of a creator. */
  account_id: string;
  /** Upstream fan id. */
  fan_id: string;
}

/** The context of the handler of `releaseAiLock`, with the problems that it may throw. */
export type ReleaseAiLockContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_account' | 'unknown_fan' | 'unavailable'>;

/** The request of `setAiLock`: its parameters by their names in the contract. */
export interface SetAiLockRequest {
  /** Upstream account id, the `account.external_id` of a creator. */
  account_id: string;
  /** Upstream fan id. */
  fan_id: string;
}

/** The context of the handler of `setAiLock`, with the problems that it may throw. */
export type SetAiLockContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_account' | 'unknown_fan' | 'unavailable'>;

/** The request of `unassignFan`: its parameters by their names in the contract. */
export interface UnassignFanRequest {
  /** Upstream account id, the `account.external_id` of a creator. */
  account_id: string;
  /** Upstream fan id. */
  fan_id: string;
}

/** The context of the handler of `unassignFan`, with the problems that it may throw. */
export type UnassignFanContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_account' | 'unknown_fan' | 'unavailable'>;

/** The handlers of the tag Fans. */
export interface FansApi<Contexts extends AccessContexts> {
  /**
   * Assign a fan
   *
   * Assigns the fan to an employee and publishes `assignment.updated` if the assignment changed. May be repeated.
   *
   * `PUT /v1/accounts/{account_id}/fans/{fan_id}/assignment`, scope `write:fans`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_account`, `unknown_fan`, `unknown_user`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly assignFan: (request: AssignFanRequest, context: AssignFanContext<Contexts>) => Promise<FanRelation>;

  /**
   * Get a fan
   *
   * Returns one fan of the account.
   *
   * `GET /v1/accounts/{account_id}/fans/{fan_id}`, scope `read:fans`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `unknown_account`, `unknown_fan`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getFan: (request: GetFanRequest, context: GetFanContext<Contexts>) => Promise<FanRelation>;

  /**
   * List fans of an account
   *
   * Fans of the account, most recent relation first, with assignment, AI lock and tags. Different filters are combined with AND, the values of one filter with OR. À-la-carte purchases are tips, private media and pushes.
   *
   * `GET /v1/accounts/{account_id}/fans`, scope `read:fans`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `invalid_cursor`, `unknown_account`, `unknown_tag`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listFans: (request: ListFansRequest, context: ListFansContext<Contexts>) => Promise<FanRelationPage>;

  /**
   * Release the AI lock
   *
   * Removes the lock, so that `ai_active` is false. May be repeated.
   *
   * `DELETE /v1/accounts/{account_id}/fans/{fan_id}/ai-lock`, scope `write:fans`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_account`, `unknown_fan`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly releaseAiLock: (request: ReleaseAiLockRequest, context: ReleaseAiLockContext<Contexts>) => Promise<void>;

  /**
   * Set the AI lock
   *
   * Gives an AI the lock on the fan, so that `ai_active` is true. May be repeated.
   *
   * `PUT /v1/accounts/{account_id}/fans/{fan_id}/ai-lock`, scope `write:fans`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_account`, `unknown_fan`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly setAiLock: (request: SetAiLockRequest, context: SetAiLockContext<Contexts>) => Promise<FanRelation>;

  /**
   * Unassign a fan
   *
   * Removes the assignment and publishes `assignment.updated` if there was one. May be repeated.
   *
   * `DELETE /v1/accounts/{account_id}/fans/{fan_id}/assignment`, scope `write:fans`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_account`, `unknown_fan`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly unassignFan: (request: UnassignFanRequest, context: UnassignFanContext<Contexts>) => Promise<void>;
}
