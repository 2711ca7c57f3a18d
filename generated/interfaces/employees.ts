// Generated from spec/ by `npm run generate`. Do not edit.

import type { EmployeeList } from '../models.ts';
import type { Problems } from '../problems.ts';
import type { AccessContexts } from './access-contexts.ts';

/** The request of `listEmployees`: its parameters by their contract names. */
export interface ListEmployeesRequest {}

/** What the handler of `listEmployees` is given besides: what its access has, and the problems that it may answer. */
export type ListEmployeesContext<Contexts extends AccessContexts> = Contexts['key'] & Problems<'unavailable'>;

/** What the server implements for the tag Employees. */
export interface EmployeesApi<Contexts extends AccessContexts> {
  /**
   * List employees
   *
   * Returns all current employees of the agency, in one response. Former employees are absent, though other records may still name them.
   *
   * `GET /v1/employees`, scope `read:employees`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listEmployees: (request: ListEmployeesRequest, context: ListEmployeesContext<Contexts>) => Promise<EmployeeList>;
}
