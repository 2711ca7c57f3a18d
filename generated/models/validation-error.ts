// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * One mismatch between the request and the contract.
 */
export interface ValidationError {
  /** Where in the query or the body, with dots, for example `limit` or `enabled_event_types.0`. Empty when the whole query or body is concerned. */
  path: string;
  /** What is wrong there. */
  message: string;
  /** Raw output of the validator; not stable. */
  keyword: string;
  /** Raw output of the validator; not stable. */
  instancePath: string;
  /** Raw output of the validator; not stable. */
  schemaPath: string;
  /** Raw output of the validator; not stable. */
  params: { [key: string]: any };
}
