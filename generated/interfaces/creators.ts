// Generated from spec/ by `npm run generate`. Do not edit.

import type { Creator, CreatorList } from '../models.ts';
import type { Problems } from '../problems.ts';
import type { AccessContexts } from './access-contexts.ts';

/** The request of `getCreator`: its parameters by their names in the contract. */
export interface GetCreatorRequest {
  /** Creator id. */
  creator_id: string;
}

/** The context of the handler of `getCreator`, with the problems that it may throw. */
export type GetCreatorContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_creator' | 'unavailable'>;

/** The request of `listCreators`: its parameters by their names in the contract. */
export interface ListCreatorsRequest {}

/** The context of the handler of `listCreators`, with the problems that it may throw. */
export type ListCreatorsContext<Contexts extends AccessContexts> = Contexts['key'] & Problems<'unavailable'>;

/** The handlers of the tag Creators. */
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
  readonly getCreator: (request: GetCreatorRequest, context: GetCreatorContext<Contexts>) => Promise<Creator>;

  /**
   * List creators
   *
   * Returns all creators that the key can access, in one response.
   *
   * `GET /v1/creators`, scope `read:creators`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listCreators: (request: ListCreatorsRequest, context: ListCreatorsContext<Contexts>) => Promise<CreatorList>;
}
