import { randomBytes } from 'node:crypto';

/** `svc_whsec_` and the base64 form of 24 random bytes. */
export function newSigningSecret(): string {
  return `svc_whsec_${randomBytes(24).toString('base64')}`;
}

/** What may be shown of a secret of either prefix: the prefix and four characters. */
export function displayedSecretPrefix(secret: string): string {
  const mark = 'whsec_';
  return secret.slice(0, secret.indexOf(mark) + mark.length + 4);
}
