import { randomBytes } from 'node:crypto';

/** Encrypts secrets at rest, each for the place where it is stored. */
export interface SecretSealer {
  encrypt(text: string, place: string): Buffer;
  /** Seals again what a former key sealed, or what does not name a key yet. */
  renew(sealed: Buffer, place: string): Buffer;
}

/** Decrypts secrets that are encrypted at rest. */
export interface SecretOpener {
  /** Throws when the secret cannot be decrypted, or was sealed for another place. */
  decrypt(sealed: Buffer, place: string): string;
}

/** Where the secrets of an endpoint are stored: those of one endpoint cannot be read as another's. */
export function placeOfSecrets(agencyId: string, endpointId: string): string {
  return `signing secrets of ${agencyId} ${endpointId}`;
}

/** SQL: those secrets of the endpoint with the alias that sign now, encrypted, as base64 with commas between them, the newest first. */
export const liveSecretsSql = (alias: string) => `
  CASE WHEN ${alias}.earlier_secret_ciphertexts = '{}' THEN encode(${alias}.secret_ciphertext, 'base64')
       ELSE concat_ws(',', encode(${alias}.secret_ciphertext, 'base64'), earlier_secrets_in_use(${alias}.earlier_secret_ciphertexts, ${alias}.earlier_secrets_expire_at)) END`;

/** `svc_whsec_` and the base64 form of 24 random bytes. */
export function newSigningSecret(): string {
  return `svc_whsec_${randomBytes(24).toString('base64')}`;
}

/** What may be shown of a secret of either prefix: the prefix and four characters. */
export function displayedSecretPrefix(secret: string): string {
  const mark = 'whsec_';
  return secret.slice(0, secret.indexOf(mark) + mark.length + 4);
}

/** SQL: how many secrets begin alike, as far as that shows the key: in the first bytes ($1). */
export const secretBeginnings = `
  SELECT substr(sealed, 1, $1) AS beginning, count(*) AS count
    FROM webhook_endpoints e CROSS JOIN LATERAL unnest(array_prepend(e.secret_ciphertext, e.earlier_secret_ciphertexts)) AS sealed
   GROUP BY 1`;
