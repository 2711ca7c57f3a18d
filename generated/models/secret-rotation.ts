// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * How long the previous secret signs beside the new one.
 */
export interface SecretRotation {
  /** Seconds for which deliveries are signed with both secrets, up to 7 days. 0, or left out: the previous secret stops at once. */
  previous_expires_in_seconds?: number;
}
