// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A delivery as your program received it.
 */
export interface SignatureCheckRequest {
  /** Its headers by name, in any case. Those of the signature, its timestamp and the event id count, under our names, the former ones and those of Standard Webhooks. */
  headers: { [key: string]: string };
  /** Its body, as the text that the signature was compared with. */
  body: string;
}
