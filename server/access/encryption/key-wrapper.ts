import { createCipheriv, createDecipheriv } from 'node:crypto';

const cipher = 'id-aes256-wrap';

/** The initial value of RFC 3394. With it, unwrapping detects a changed key and another wrapping key. */
const initialValue = Buffer.alloc(8, 0xa6);

/** AES key wrap (RFC 3394) with a key of 32 bytes that is stored separately from the configuration. */
export class KeyWrapper {
  readonly #wrappingKey: Buffer;

  constructor(wrappingKey: Buffer) {
    this.#wrappingKey = wrappingKey;
  }

  /** `key`: 32 bytes. */
  async wrap(key: Buffer): Promise<Buffer> {
    const wrapping = createCipheriv(cipher, this.#wrappingKey, initialValue);
    return Buffer.concat([wrapping.update(key), wrapping.final()]);
  }

  /** Rejects a key that was changed, or wrapped with another key. */
  async unwrap(wrapped: Buffer): Promise<Buffer> {
    const unwrapping = createDecipheriv(cipher, this.#wrappingKey, initialValue);
    return Buffer.concat([unwrapping.update(wrapped), unwrapping.final()]);
  }
}
