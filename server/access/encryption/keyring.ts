import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { SecretUnreadable } from '../../problems/errors.ts';

/** The only form in which secrets are stored. */
const version = 3;
const keyIdBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;

interface SecretKey {
  /** The prefix of its ciphertexts: version and key id. */
  readonly header: Buffer;
  readonly key: Buffer;
}

const derive = (encryptionKey: Buffer, purpose: string, length: number) =>
  Buffer.from(hkdfSync('sha256', encryptionKey, '', `agency-service ${purpose}`, length));

function secretKeyOf(encryptionKey: Buffer): SecretKey {
  const id = derive(encryptionKey, 'key id', keyIdBytes);
  return { header: Buffer.concat([Buffer.from([version]), id]), key: derive(encryptionKey, 'signing secrets', 32) };
}

const idOf = ({ header }: SecretKey) => header.subarray(1).toString('hex');

/** The values of `ENCRYPTION_KEY` and `ENCRYPTION_KEYS_PREVIOUS`, 32 bytes each. */
export interface EncryptionKeys {
  readonly current: Buffer;
  readonly previous: readonly Buffer[];
}

/** The keys derived from `ENCRYPTION_KEY`, one for each purpose, and from previous ones, which only decrypt. */
export class Keyring {
  /** The first key creates cursors; each verifies its own. */
  readonly cursorKeys: readonly [Buffer, ...Buffer[]];
  readonly #current: SecretKey;
  readonly #previous: readonly SecretKey[];

  constructor(encryptionKey: Buffer, previous: readonly Buffer[] = []) {
    const former = previous.filter((key) => !key.equals(encryptionKey));
    const cursorKey = (key: Buffer) => derive(key, 'cursors', 32);
    this.cursorKeys = [cursorKey(encryptionKey), ...former.map(cursorKey)];
    this.#current = secretKeyOf(encryptionKey);
    this.#previous = former.map(secretKeyOf);
  }

  /** Hexadecimal ids, which distinguish the keys and reveal nothing else. */
  get keyIds(): { readonly current: string; readonly previous: readonly string[] } {
    return { current: idOf(this.#current), previous: this.#previous.map(idOf) };
  }

  /** The id of the key of a ciphertext, also of an unknown key; null for another version. */
  idOfKey(sealed: Buffer): string | null {
    return sealed[0] === version ? sealed.subarray(1, this.currentHeader.length).toString('hex') : null;
  }

  /** The header of ciphertexts of the current key, and of no others. */
  get currentHeader(): Buffer {
    return this.#current.header;
  }

  /**
   * AES-256-GCM: version, key id, nonce, tag, ciphertext. Authenticates the header and `place`: a ciphertext that is copied to another
   * place cannot be decrypted.
   */
  encrypt(text: string, place: string): Buffer {
    const { header, key } = this.#current;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.concat([header, Buffer.from(place)]));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([header, nonce, cipher.getAuthTag(), sealed]);
  }

  /** Throws `SecretUnreadable`. */
  decrypt(sealed: Buffer, place: string): string {
    try {
      const named = [this.#current, ...this.#previous].find(({ header }) => header.equals(sealed.subarray(0, header.length)));
      if (!named) throw new Error('a secret of another key');
      return opened(named.key, sealed.subarray(named.header.length), Buffer.concat([named.header, Buffer.from(place)]));
    } catch (cause) {
      throw new SecretUnreadable({ cause });
    }
  }

  /** The same secret, encrypted with the current key. A secret that cannot be decrypted is returned unchanged. */
  renew(sealed: Buffer, place: string): Buffer {
    if (this.currentHeader.equals(sealed.subarray(0, this.currentHeader.length))) return sealed;
    try {
      return this.encrypt(this.decrypt(sealed, place), place);
    } catch {
      return sealed;
    }
  }
}

/** `body`: nonce, tag, ciphertext. */
function opened(key: Buffer, body: Buffer, authenticated: Buffer): string {
  const tag = body.subarray(nonceBytes, nonceBytes + tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAuthTag(tag)
    .setAAD(authenticated);
  const text = decipher.update(body.subarray(nonceBytes + tagBytes)).toString('utf8');
  return text + decipher.final('utf8');
}
