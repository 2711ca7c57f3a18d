// Generated from spec/ by `npm run generate`. Do not edit.

export interface InternalErrorMembers {
  /** Equal to the `x-request-id` header. */
  request_id: string;
}
