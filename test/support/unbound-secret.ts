import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A secret in version 1 of the stored form: bound to no row. */
export function sealUnbound(encryptionKey: Buffer, text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'agency-service signing secrets', 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([1]), nonce, cipher.getAuthTag(), sealed]);
}
