// Generated from spec/ by `npm run generate`. Do not edit.

import type { Scope } from './scope.ts';

/**
 * A key to create, or to bring over.
 */
export interface ApiKeyCreate {
  /** Name for reference. */
  label: string;
  /** Scopes that the key holds. */
  scopes: Array<Scope>;
  /** Creators to limit the key to. Empty or left out means every creator, including future ones. */
  creator_ids?: Array<string>;
  /** Instant from which the key is refused. Null or left out means never. */
  expires_at?: string | null;
  /** An existing key to bring over: `svc_live_` or `legacy_live_`, and 32 to 64 characters. It must not be in use, and not be guessable: a text that repeats a few characters, or whose characters follow one another as in an alphabet, is refused. Left out, a new key is made. One of `svc_live_` and 38 characters that does not hold our checksum is brought over as well; the answer then takes a second, until every process knows of it. */
  api_key?: string;
}
