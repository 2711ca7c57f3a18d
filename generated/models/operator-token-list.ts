// Generated from spec/ by `npm run generate`. Do not edit.

import type { OperatorToken } from './operator-token.ts';

/**
 * All operator tokens.
 */
export interface OperatorTokenList {
  /** The tokens, oldest first. */
  data: Array<OperatorToken>;
}
