// Generated from spec/ by `npm run generate`. Do not edit.

export interface UnknownVersionMembers {
  /** Every accepted value, the name and the date of each release. */
  supported_versions: Array<string>;
  /** Where versioning is explained. */
  documentation_url: string;
}
