// Generated from spec/ by `npm run generate`. Do not edit.

import type { Employee } from './employee.ts';

/**
 * All present employees of the agency.
 */
export interface EmployeeList {
  /** The employees, by name as people sort them (the root order of the Unicode Collation Algorithm: case and accents count only between names that are otherwise equal), then by id. Former ones are absent. */
  data: Array<Employee>;
}
