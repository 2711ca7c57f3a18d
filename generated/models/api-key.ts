// Generated from spec/ by `npm run generate`. Do not edit.

import type { Scope } from './scope.ts';

/**
 * An API key, without its text.
 */
export interface ApiKey {
  /** Key id. */
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
  /** When the key was created. */
  created_at: string;
  /** When the key was last used with success, told up to 10 seconds late and kept for 30 days. Null when it was not used since. */
  last_used_at: string | null;
  /** When the key was revoked. Null while it is not. */
  revoked_at: string | null;
  /** When the key was contained, and is refused until it is released. Null while it is not. */
  contained_at: string | null;
}
