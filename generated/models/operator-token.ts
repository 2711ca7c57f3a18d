// Generated from spec/ by `npm run generate`. Do not edit.

import type { OperatorScope } from './operator-scope.ts';

/**
 * A named operator token, without its text.
 */
export interface OperatorToken {
  /** Token id. */
  id: string;
  /** Its name. No two tokens that are not revoked have names that read the same. */
  name: string;
  /** First characters of the token, for display. */
  prefix: string;
  /** Scopes that the token holds. */
  scopes: Array<OperatorScope>;
  /** Instant from which the token is refused. */
  expires_at: string;
  /** When the token was created. */
  created_at: string;
  /** When the token was last accepted, to the minute. Null while it never was. */
  last_used_at: string | null;
  /** When the token was revoked. Null while it is not. */
  revoked_at: string | null;
}
