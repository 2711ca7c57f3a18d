// Generated from spec/ by `npm run generate`. Do not edit.

export interface PreconditionFailedMembers {
  /** The current token, bare, when it is known. */
  current_etag?: string;
}
