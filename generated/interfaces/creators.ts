// Generated from spec/ by `npm run generate`. Do not edit.

import type { Creator, CreatorList } from '../models.ts';
import type { Problems } from '../problems.ts';
import type { AccessContexts } from './access-contexts.ts';

/** The request of `getCreator`: its parameters by their contract names. */
export interface GetCreatorRequest {
  /** Creator id. */
  creator_id: string;
}

/** What the handler of `getCreator` is given besides: what its access has, and the problems that it may answer. */
export type GetCreatorContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_creator' | 'unavailable'>;

/** The request of `listCreators`: its parameters by their contract names. */
export interface ListCreatorsRequest {}

/** What the handler of `listCreators` is given besides: what its access has, and the problems that it may answer. */
export type ListCreatorsContext<Contexts extends AccessContexts> = Contexts['key'] & Problems<'unavailable'>;

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
