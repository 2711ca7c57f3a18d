import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const formatVersion = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** A stored secret that this `ENCRYPTION_KEY` cannot open. */
export class SecretUnreadable extends Error {
  constructor(options?: ErrorOptions) {
    super('a stored secret cannot be decrypted: ENCRYPTION_KEY is not the one it was encrypted with', options);
    this.name = 'SecretUnreadable';
  }
}

/** The keys derived from `ENCRYPTION_KEY`, one for each purpose. */
export class Keyring {
  readonly cursorKey: Buffer;
  readonly #secretKey: Buffer;

  constructor(encryptionKey: Buffer) {
    const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', encryptionKey, '', `agency-service ${purpose}`, 32));
    this.cursorKey = derive('cursors');
    this.#secretKey = derive('signing secrets');
  }

  /** AES-256-GCM: version byte, nonce, tag, ciphertext. */
  encrypt(text: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#secretKey, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from([formatVersion]), nonce, cipher.getAuthTag(), sealed]);
  }

  /** Throws `SecretUnreadable`. */
  decrypt(sealed: Buffer): string {
    try {
      const nonce = sealed.subarray(1, 1 + nonceBytes);
      const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
      const decipher = createDecipheriv('aes-256-gcm', this.#secretKey, nonce).setAuthTag(tag);
      const text = decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)).toString('utf8');
      return text + decipher.final('utf8');
    } catch (cause) {
      throw new SecretUnreadable({ cause });
    }
  }
}
