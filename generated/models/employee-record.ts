// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * An employee, by `id`.
 */
export interface EmployeeRecord {
  type: 'employee';
  /** Employee id. */
  id: string;
  /** Name of the employee. */
  name: string;
  /** Email address, when known. */
  email: string | null;
  /** Role in the agency. */
  role: string;
  /** False for a former employee, who keeps what is assigned and cannot be assigned any more. */
  active: boolean;
  /** When the employee joined. Left out, the time at which the record first came in. */
  created_at?: string;
}
