// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * The assignment of a fan as it is now.
 */
export interface AssignmentUpdated {
  /** Upstream account id. */
  account_id: string;
  /** Upstream fan id. */
  fan_id: string;
  /** Employee to whom the fan is assigned. Null when it was unassigned. */
  assigned_user_id: string | null;
}
