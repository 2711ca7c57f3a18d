import { createCipheriv, createDecipheriv } from 'node:crypto';

/** AES key wrap (RFC 3394) with a key that is stored separately from the configuration. All keys have 32 bytes. */
const cipher = 'id-aes256-wrap';

/** The initial value of RFC 3394. With it, unwrapping detects a changed key and another wrapping key. */
const initialValue = Buffer.alloc(8, 0xa6);

export function wrapKey(wrappingKey: Buffer, key: Buffer): Buffer {
  const wrapping = createCipheriv(cipher, wrappingKey, initialValue);
  return Buffer.concat([wrapping.update(key), wrapping.final()]);
}

/** Throws for a key that was changed, or wrapped with another key. */
export function unwrapKey(wrappingKey: Buffer, wrapped: Buffer): Buffer {
  const unwrapping = createDecipheriv(cipher, wrappingKey, initialValue);
  return Buffer.concat([unwrapping.update(wrapped), unwrapping.final()]);
}
