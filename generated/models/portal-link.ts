// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A link to the portal. It is not shown again.
 */
export interface PortalLink {
  /** Link id. */
  id: string;
  /** The link, with its key behind the `#`. */
  url: string;
  /** Instant from which the key is refused. */
  expires_at: string;
  /** Id of its key, by which it is revoked. */
  key_id: string;
}
