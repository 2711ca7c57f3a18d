// Generated from spec/ by `npm run generate`. Do not edit.

export interface MissingVersionMembers {
  /** Name of the current release. */
  current_version: string;
  /** Date of the current release. */
  current_version_date: string;
  /** A header line that is ready to send. */
  example: string;
  /** Where versioning is explained. */
  documentation_url: string;
}
