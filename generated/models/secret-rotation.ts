// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * How long the current secret signs on, beside the new one.
 */
export interface SecretRotation {
  /** Seconds for which the secret that is replaced signs on, up to 7 days, whatever rotations follow. 0, or left out: it stops at once. Secrets from before it keep the time that they were given. */
  previous_expires_in_seconds?: number;
}
