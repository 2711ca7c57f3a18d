// Generated from spec/ by `npm run generate`. Do not edit.

import type { EmployeeList } from '../models.ts';
import type { Problems } from '../problems.ts';
import type { AccessContexts } from './access-contexts.ts';

/** The request of `listEmployees`: its parameters by their names in the contract. */
export interface ListEmployeesRequest {}

/** The context of the handler of `listEmployees`, with the problems that it may throw. */
export type ListEmployeesContext<Contexts extends AccessContexts> = Contexts['key'] & Problems<'unavailable'>;

/** The handlers of the tag Employees. */
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
