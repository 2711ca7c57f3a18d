// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * The new signing secret, which is not shown again.
 */
export interface RotatedSecret {
  /** New signing secret: `svc_whsec_` and 32 characters. */
  secret: string;
  /** Its first characters, for display. */
  secret_prefix: string;
  /** Until when the secret that was replaced signs too. Null when it stopped at once. */
  previous_expires_at: string | null;
}
