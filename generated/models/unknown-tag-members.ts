// Generated from spec/ by `npm run generate`. Do not edit.

export interface UnknownTagMembers {
  /** All the ids that are not tags of the agency. */
  tag_ids: Array<string>;
}
