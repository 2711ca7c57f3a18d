// Generated from spec/ by `npm run generate`. Do not edit.

import type { OperatorScope } from './operator-scope.ts';

/**
 * An operator token to create.
 */
export interface OperatorTokenCreate {
  /** Its name. It must not read as that of another token that is not revoked, or as `OPERATOR_TOKEN`: case, spaces, hyphens, underscores and compatible forms of characters do not distinguish names. A letter, digit or sign is needed, and characters that are not shown are refused. */
  name: string;
  /** Scopes that the token holds. */
  scopes: Array<OperatorScope>;
  /** Instant from which the token is refused, at most 400 days from now. Left out: 90 days from now. */
  expires_at?: string;
}
