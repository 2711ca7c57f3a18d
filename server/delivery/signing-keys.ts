import { createSecretKey, type KeyObject } from 'node:crypto';

/** Decrypts secrets that are encrypted at rest. */
export interface SecretOpener {
  /** Throws when the secret cannot be decrypted. */
  decrypt(sealed: Buffer): string;
}

/** The keys of one signing secret: of our own signature, and of the Standard Webhooks one. */
export interface SigningKeys {
  readonly service: KeyObject;
  readonly standard: KeyObject;
}

const maxCached = 2_000;

/** The part of a secret from which Standard Webhooks libraries take the key: what follows `whsec_`. */
function standardPart(secret: string): string {
  return secret.slice(secret.indexOf('whsec_') + 'whsec_'.length);
}

/** Opened secrets by their encrypted form, so that a rotated secret is another entry. */
export class SigningKeyCache {
  readonly #opener: SecretOpener;
  readonly #keys = new Map<string, SigningKeys>();

  constructor(opener: SecretOpener) {
    this.#opener = opener;
  }

  /** `sealed` is base64. Throws what the opener throws. */
  get(sealed: string): SigningKeys {
    let keys = this.#keys.get(sealed);
    if (!keys) {
      const secret = this.#opener.decrypt(Buffer.from(sealed, 'base64'));
      keys = {
        service: createSecretKey(secret, 'utf8'),
        standard: createSecretKey(standardPart(secret), 'base64'),
      };
      if (this.#keys.size >= maxCached) this.#keys.clear();
      this.#keys.set(sealed, keys);
    }
    return keys;
  }
}
