// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * The requests that are acknowledged.
 */
export interface AiRequestAcknowledged {
  /** Those of the ids that are within reach, now or already acknowledged. */
  acknowledged_ids: Array<string>;
}
