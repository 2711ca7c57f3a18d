// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * Why something is contained, and how far back to look.
 */
export interface ContainmentRequest {
  /** Instant from which on to tell what was read and sent. Left out, 24 hours ago. */
  since?: string;
  /** Why, for operators alone. It is stored with the containment and shown in the operators' audit log. */
  reason?: string;
  /** Text for the agency, which its own audit log shows in place of the reason. Left out or empty, it says that the operators stopped the keys and endpoints as a precaution. */
  notice?: string;
}
