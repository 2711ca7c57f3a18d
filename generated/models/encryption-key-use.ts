// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * What is encrypted with one key.
 */
export interface EncryptionKeyUse {
  /** Id of the key. Null for secrets that were stored before they named their key. */
  key_id: string | null;
  /** `current`: `ENCRYPTION_KEY`. `previous`: one of `ENCRYPTION_KEYS_PREVIOUS`. `unknown`: neither, so that these secrets cannot be read. `unnamed`: no key is named. */
  state: 'current' | 'previous' | 'unknown' | 'unnamed';
  /** Stored secrets that are encrypted with it. */
  secret_count: number;
}
