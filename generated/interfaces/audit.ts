// Generated from spec/ by `npm run generate`. Do not edit.

import type { AuditAction, AuditPage } from '../models.ts';
import type { Problems } from '../problems.ts';
import type { AccessContexts } from './access-contexts.ts';

/** The request of `listAuditEntries`: its parameters by their names in the contract. */
export interface ListAuditEntriesRequest {
  /** Actions, separated by commas or in repeated parameters, at most 50. */
  actions?: Array<AuditAction>;
  /** Actions that are left out, separated by commas or in repeated parameters, at most 50. */
  excluded_actions?: Array<AuditAction>;
  /** First instant of the range, inclusive. */
  start?: string;
  /** End of the range, exclusive. An instant before `start` fails with 400. */
  end?: string;
  /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
  cursor?: string;
  /** Items per page. */
  limit: number;
}

/** The context of the handler of `listAuditEntries`, with the problems that it may throw. */
export type ListAuditEntriesContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'invalid_cursor' | 'unavailable'>;

/** The handlers of the tag Audit. */
export interface AuditApi<Contexts extends AccessContexts> {
  /**
   * List audit entries
   *
   * Actions on the agency's keys, endpoints, secrets and failures: who took them, when and from which address. It also contains the changes that an operator made for the agency. Most recent first. Entries are stored for 400 days and never change. A key that is limited to some creators sees the actions on keys and endpoints that cover none but its own creators. Actions of an operator are shown without name and address.
   *
   * `GET /v1/audit`, scope `read:audit`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `invalid_cursor`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listAuditEntries: (request: ListAuditEntriesRequest, context: ListAuditEntriesContext<Contexts>) => Promise<AuditPage>;
}
