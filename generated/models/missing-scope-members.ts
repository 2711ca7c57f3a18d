// Generated from spec/ by `npm run generate`. Do not edit.

export interface MissingScopeMembers {
  /** The scope that the operation needs. */
  required_scope: string;
}
