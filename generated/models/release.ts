// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A version of the API.
 */
export interface Release {
  /** Mineral name, as it is sent in `Service-Version`. */
  name: string;
  /** Release date. It may be sent in `Service-Version` as well. */
  date: string;
}
