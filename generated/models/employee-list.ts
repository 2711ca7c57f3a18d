// Generated from spec/ by `npm run generate`. Do not edit.

import type { Employee } from './employee.ts';

/**
 * All present employees of the agency.
 */
export interface EmployeeList {
  /** The employees, by name. Former ones are absent. */
  data: Array<Employee>;
}
