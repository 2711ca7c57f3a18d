// Generated from spec/ by `npm run generate`. Do not edit.

import type { Scope } from './scope.ts';

/**
 * The key of the request.
 */
export interface MeKey {
  /** Key id. It is not the key itself. */
  id: string;
  /** Name for the owner's reference. */
  label: string;
  /** First characters of the key, for display. */
  prefix: string;
  /** Scopes that the key holds. */
  scopes: Array<Scope>;
  /** Creators that the key is limited to. Empty means every creator of the agency, including future ones. */
  creator_ids: Array<string>;
  /** Instant from which the key is refused. Null when it does not expire. */
  expires_at: string | null;
}
