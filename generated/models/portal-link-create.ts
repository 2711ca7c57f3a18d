// Generated from spec/ by `npm run generate`. Do not edit.

import type { Scope } from './scope.ts';

/**
 * A link to the portal to create.
 */
export interface PortalLinkCreate {
  /** Name of the link's key, for reference. */
  label: string;
  /** What people with the link may do. Left out, `read:webhooks` and `replay:webhooks`: see webhooks, replay failures and send test deliveries. Creating and changing endpoints takes `write:webhooks`. */
  scopes?: Array<Scope>;
  /** Seconds until the link expires. Left out, 3,600. */
  expires_in_seconds?: number;
  /** How many times the link may be opened, each time for a session of one tab. Left out, once. */
  uses?: number;
  /** Origins whose pages may show the portal inside of their own: scheme, host and, where it is not the scheme's own, port. Empty or left out, none may. */
  allowed_origins?: Array<string>;
}
