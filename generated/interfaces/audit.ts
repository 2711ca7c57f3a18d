// Generated from spec/ by `npm run generate`. Do not edit.

import type { AuditAction, AuditPage } from '../models.ts';
import type { Problems } from '../problems.ts';
import type { AccessContexts } from './access-contexts.ts';

/** The request of `listAuditEntries`: its parameters by their contract names. */
export interface ListAuditEntriesRequest {
  /** Actions, separated by commas or in repeated parameters, at most 50. */
  actions?: Array<AuditAction>;
  /** First instant of the range, included. */
  start?: string;
  /** Instant at which the range ends, not included. Before `start`, it answers 400. */
  end?: string;
  /** `next_cursor` of the page before. Send the same filters with every page: a cursor holds a position, not the filters. */
  cursor?: string;
  /** Items per page. */
  limit: number;
}

/** What the handler of `listAuditEntries` is given besides: what its access has, and the problems that it may answer. */
export type ListAuditEntriesContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'invalid_cursor' | 'unavailable'>;

/** What the server implements for the tag Audit. */
export interface AuditApi<Contexts extends AccessContexts> {
  /**
   * List audit entries
   *
   * What was done to the agency's keys, endpoints, secrets and failures, by whom, when and from where, and whatever an operator changed in the agency's place, most recent first. Entries are kept for 400 days and are never changed. A key that is limited to some creators sees what was done to keys and endpoints that cover nothing but its own creators. What an operator did is shown without name and address.
   *
   * `GET /v1/audit`, scope `read:audit`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `invalid_cursor`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listAuditEntries: (request: ListAuditEntriesRequest, context: ListAuditEntriesContext<Contexts>) => Promise<AuditPage>;
}
