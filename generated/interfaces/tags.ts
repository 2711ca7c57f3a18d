// Generated from spec/ by `npm run generate`. Do not edit.

import type { TagList } from '../models.ts';
import type { Problems } from '../problems.ts';
import type { AccessContexts } from './access-contexts.ts';

/** The request of `listTags`: its parameters by their names in the contract. */
export interface ListTagsRequest {}

/** The context of the handler of `listTags`, with the problems that it may throw. */
export type ListTagsContext<Contexts extends AccessContexts> = Contexts['key'] & Problems<'unavailable'>;

/** The handlers of the tag Tags. */
export interface TagsApi<Contexts extends AccessContexts> {
  /**
   * List tags
   *
   * Returns the tag catalogue in the order of the agency's app, in one response. Tags belong to the agency, so a key that is limited to some creators sees all of them.
   *
   * `GET /v1/tags`, scope `read:fans`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listTags: (request: ListTagsRequest, context: ListTagsContext<Contexts>) => Promise<TagList>;
}
