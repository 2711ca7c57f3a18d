// Generated from spec/ by `npm run generate`. Do not edit.

import type { Scope } from './scope.ts';

/**
 * A link to the portal to create.
 */
export interface PortalLinkCreate {
  /** Name of the link's key, for reference. */
  label: string;
  /** Scopes that the key holds. Left out, `read:webhooks` and `write:webhooks`. */
  scopes?: Array<Scope>;
  /** Seconds until the link expires. Left out, 3,600. */
  expires_in_seconds?: number;
  /** Origins whose pages may show the portal inside of their own: scheme, host and, where it is not the scheme's own, port. Empty or left out, none may. */
  allowed_origins?: Array<string>;
}
