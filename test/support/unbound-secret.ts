import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';

function seal(version: number, encryptionKey: Buffer, text: string, place?: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'agency-service signing secrets', 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  if (place !== undefined) cipher.setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), sealed]);
}

/** A secret in version 1 of the stored form: bound to no row. */
export const sealUnbound = (encryptionKey: Buffer, text: string) => seal(1, encryptionKey, text);

/** A secret in version 2 of the stored form: it names no key. */
export const sealUnnamed = (encryptionKey: Buffer, text: string, place: string) => seal(2, encryptionKey, text, place);
