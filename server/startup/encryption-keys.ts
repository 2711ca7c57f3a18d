import type { EncryptionKeys } from '../access/encryption/keyring.ts';
import { unwrapKey } from '../access/encryption/wrapped-keys.ts';
import { ConfigError, keyOf, type Config } from '../config/config.ts';
import { readSmallFile, UnreadableFile } from '../lib/read-small-file.ts';

/** The key in a file. */
export function readWrappingKey(path: string): Buffer {
  const accepted = 'a file with the base64 form of 32 bytes, as `openssl rand -base64 32` prints it';
  let text: string;
  try {
    text = readSmallFile(path);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new ConfigError('ENCRYPTION_KEY_WRAPPING_FILE', `${error.message}: ${path}`, accepted);
  }
  const key = keyOf(text);
  if (!key) throw new ConfigError('ENCRYPTION_KEY_WRAPPING_FILE', `has a key that is not valid in ${path}`, accepted);
  return key;
}

/** The configured keys, unwrapped if necessary; without one, the key of `makeKey`. */
export function openEncryptionKeys(
  { encryptionKey, encryptionKeysPrevious, encryptionKeyWrappingFile }: Config,
  makeKey: () => Buffer,
): EncryptionKeys {
  if (!encryptionKeyWrappingFile || !encryptionKey) return { current: encryptionKey ?? makeKey(), previous: encryptionKeysPrevious };
  const wrappingKey = readWrappingKey(encryptionKeyWrappingFile);
  const unwrap = (variable: string) => (wrapped: Buffer) => {
    try {
      return unwrapKey(wrappingKey, wrapped);
    } catch {
      throw new ConfigError(
        variable,
        'has a key that the key in ENCRYPTION_KEY_WRAPPING_FILE cannot unwrap',
        'what `npm run wrap-key` printed with it',
      );
    }
  };
  return {
    current: unwrap('ENCRYPTION_KEY')(encryptionKey),
    previous: encryptionKeysPrevious.map(unwrap('ENCRYPTION_KEYS_PREVIOUS')),
  };
}
