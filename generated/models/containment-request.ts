// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * Why something is contained, and how far back to look.
 */
export interface ContainmentRequest {
  /** Instant from which on to tell what was read and sent. Left out, 24 hours ago. */
  since?: string;
  /** Why. It is kept with the containment and in the audit log. */
  reason?: string;
}
