// Generated from spec/ by `npm run generate`. Do not edit.

import type { OperatorScope } from './operator-scope.ts';

/**
 * An operator token to create.
 */
export interface OperatorTokenCreate {
  /** Its name, which no other token has that is not revoked. */
  name: string;
  /** Scopes that the token holds. */
  scopes: Array<OperatorScope>;
  /** Instant from which the token is refused, at most 400 days from now. Left out: 90 days from now. */
  expires_at?: string;
}
