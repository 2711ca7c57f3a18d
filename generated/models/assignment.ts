// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * To whom a fan is assigned.
 */
export interface Assignment {
  /** Employee id of an active member of the agency. */
  user_id: string;
}
