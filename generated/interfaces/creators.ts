// Generated from spec/ by `npm run generate`. Do not edit.

import type { Creator, CreatorList } from '../models/index.ts';
import type { AccessContexts } from './access-contexts.ts';

/** The request of `getCreator`: its parameters by their contract names. */
export interface GetCreatorRequest {
  /** Creator id. */
  creator_id: string;
}

/** The request of `listCreators`: its parameters by their contract names. */
export interface ListCreatorsRequest {}

/** What the server implements for the tag Creators. */
export interface CreatorsApi<Contexts extends AccessContexts> {
  /**
   * Get a creator
   *
   * Returns one creator.
   *
   * `GET /v1/creators/{creator_id}`, scope `read:creators`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `unknown_creator`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getCreator: (request: GetCreatorRequest, context: Contexts['key']) => Promise<Creator>;

  /**
   * List creators
   *
   * All creators within the reach of the key, in one answer.
   *
   * `GET /v1/creators`, scope `read:creators`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listCreators: (request: ListCreatorsRequest, context: Contexts['key']) => Promise<CreatorList>;
}
