// Generated from spec/ by `npm run generate`. Do not edit.

import type { MessageSource, SentMessagePage } from '../models.ts';
import type { Problems } from '../problems.ts';
import type { AccessContexts } from './access-contexts.ts';

/** The request of `listSentMessages`: its parameters by their names in the contract. */
export interface ListSentMessagesRequest {
  /** Employee ids, separated by commas or in repeated parameters, at most 50. Former employees may be named. */
  user_ids?: Array<string>;
  /** Creator ids, separated by commas or in repeated parameters, at most 50. An id that the key cannot access matches nothing. */
  creator_ids?: Array<string>;
  /** Sources, separated by commas or in repeated parameters, at most 50. */
  sources?: Array<MessageSource>;
  /** Messages sent at or after this instant. */
  start?: string;
  /** Messages sent before this instant. An instant before `start` fails with 400. */
  end?: string;
  /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
  cursor?: string;
  /** Items per page. */
  limit: number;
}

/** The context of the handler of `listSentMessages`, with the problems that it may throw. */
export type ListSentMessagesContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'invalid_cursor' | 'unavailable'>;

/** The handlers of the tag SentMessages. */
export interface SentMessagesApi<Contexts extends AccessContexts> {
  /**
   * List sent messages
   *
   * Returns messages that the agency's employees sent through the service, most recent first. Mass sends of campaigns and native upstream pushes never appear. The list is read from a projection with about 24 months per account. It is refreshed about every 15 minutes, so a message sent moments ago can be missing until the next refresh. Different filters are combined with AND, the values of one filter with OR.
   *
   * `GET /v1/sent-messages`, scope `read:messages`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `invalid_cursor`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listSentMessages: (request: ListSentMessagesRequest, context: ListSentMessagesContext<Contexts>) => Promise<SentMessagePage>;
}
