// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A present employee of the agency.
 */
export interface Employee {
  /** Employee id, the `user_id` of other operations. */
  id: string;
  /** Name of the employee. */
  name: string;
  /** Email address, when known. */
  email: string | null;
  /** Role in the agency, for example `manager`. The list is open. */
  role: string;
  /** When the employee joined the agency. */
  created_at: string;
}
