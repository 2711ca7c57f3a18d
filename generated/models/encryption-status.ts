// Generated from spec/ by `npm run generate`. Do not edit.

import type { EncryptionKeyUse } from './encryption-key-use.ts';

/**
 * With which keys the stored signing secrets are encrypted.
 */
export interface EncryptionStatus {
  /** Id of `ENCRYPTION_KEY`. */
  current_key_id: string;
  /** Stored secrets, earlier ones of rotations included. */
  secret_count: number;
  /** Of these, the ones that are not encrypted with the current key yet. At 0 no other key is needed. */
  remaining_count: number;
  /** The keys that are configured, the current one first, and whatever else stored secrets name. */
  keys: Array<EncryptionKeyUse>;
}
