// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * The requests to acknowledge.
 */
export interface AiRequestAcknowledgement {
  /** Ids of AI requests. Ids out of reach are passed over. */
  request_ids: Array<string>;
}
