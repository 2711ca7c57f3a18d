import './startup/oldest-node.js';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { wrapKey } from './access/encryption/wrapped-keys.ts';
import { ConfigError, keyOf } from './config/config.ts';
import { readWrappingKey } from './startup/encryption-keys.ts';
import { failWith } from './startup/start-error.ts';

/** A new key or, with `-`, the key from the standard input. */
function keyToWrap(): Buffer {
  if (process.argv[2] !== '-') return randomBytes(32);
  const key = keyOf(readFileSync(0, 'utf8').trim());
  if (!key) throw new ConfigError('the standard input', 'has a key that is not valid', 'the base64 form of 32 bytes');
  return key;
}

try {
  const { ENCRYPTION_KEY_WRAPPING_FILE: path } = process.env;
  if (!path) throw new ConfigError('ENCRYPTION_KEY_WRAPPING_FILE', 'is missing', 'the path of the file with the wrapping key');
  process.stdout.write(`${wrapKey(readWrappingKey(path), keyToWrap()).toString('base64')}\n`);
} catch (error) {
  failWith(error);
}
