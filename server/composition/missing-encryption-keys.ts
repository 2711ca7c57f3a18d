import { Keyring, type EncryptionKeys } from '../access/encryption/keyring.ts';
import { missingKeys } from '../access/encryption/missing-keys.ts';

/** Ids of the keys that stored secrets are encrypted with and that are not among these. */
export function missingEncryptionKeys(databaseUrl: string, { current, previous }: EncryptionKeys): Promise<string[]> {
  return missingKeys(databaseUrl, new Keyring(current, previous));
}
