// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * What a test delivery carries.
 */
export interface Ping {
  /** The endpoint that is tested. */
  endpoint_id: string;
}
