import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const boundVersion = 2;
const unboundVersion = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** A stored secret that this `ENCRYPTION_KEY` cannot open, or that was sealed for another place. */
export class SecretUnreadable extends Error {
  constructor(options?: ErrorOptions) {
    super('a stored secret cannot be decrypted: ENCRYPTION_KEY is not the one it was encrypted with, or it was moved', options);
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

  /**
   * AES-256-GCM: version byte, nonce, tag, ciphertext. `place` names where it is stored and is authenticated with it:
   * copied to another place it cannot be decrypted.
   */
  encrypt(text: string, place: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#secretKey, nonce).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from([boundVersion]), nonce, cipher.getAuthTag(), sealed]);
  }

  /** Reads version 1 too, which was bound to no place. Throws `SecretUnreadable`. */
  decrypt(sealed: Buffer, place: string): string {
    try {
      const version = sealed[0];
      if (version !== boundVersion && version !== unboundVersion) throw new Error(`a secret of version ${version}`);
      const nonce = sealed.subarray(1, 1 + nonceBytes);
      const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
      const decipher = createDecipheriv('aes-256-gcm', this.#secretKey, nonce, { authTagLength: tagBytes }).setAuthTag(tag);
      if (version === boundVersion) decipher.setAAD(Buffer.from(place));
      const text = decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)).toString('utf8');
      return text + decipher.final('utf8');
    } catch (cause) {
      throw new SecretUnreadable({ cause });
    }
  }

  /** The same secret, bound to the place that it is read from. What cannot be read stays as it is. */
  bind(sealed: Buffer, place: string): Buffer {
    if (sealed[0] === boundVersion) return sealed;
    try {
      return this.encrypt(this.decrypt(sealed, place), place);
    } catch {
      return sealed;
    }
  }
}
