import { randomBytes } from 'node:crypto';
import type { Problems } from '../../generated/problems.ts';
import { fieldRefusal } from '../problems/validation-error.ts';

/** Encrypts secrets at rest. Each is bound to the place where it is stored. */
export interface SecretSealer {
  encrypt(text: string, place: string): Buffer;
  /** Encrypts a secret again if a former key encrypted it, or if its key is unknown. */
  renew(sealed: Buffer, place: string): Buffer;
}

/** Decrypts secrets that are encrypted at rest. */
export interface SecretOpener {
  /** Throws if the secret cannot be decrypted, or was encrypted for another place. */
  decrypt(sealed: Buffer, place: string): string;
}

/** The place of an endpoint's secrets, so that they cannot be decrypted as those of another endpoint. */
export function placeOfSecrets(agencyId: string, endpointId: string): string {
  return `signing secrets of ${agencyId} ${endpointId}`;
}

/** SQL: the encrypted active secrets of the endpoint, the newest first, as base64 separated by commas. */
export const liveSecretsSql = (alias: string) => `
  CASE WHEN ${alias}.earlier_secret_ciphertexts = '{}' THEN encode(${alias}.secret_ciphertext, 'base64')
       ELSE concat_ws(',', encode(${alias}.secret_ciphertext, 'base64'), earlier_secrets_in_use(${alias}.earlier_secret_ciphertexts, ${alias}.earlier_secrets_expire_at)) END`;

/** `svc_whsec_` and the base64 form of 24 random bytes. */
export function newSigningSecret(): string {
  return `svc_whsec_${randomBytes(24).toString('base64')}`;
}

/** The `secret` of a request, if it begins as the service's secrets do. */
export function checkSecret(secret: string, formerBrand: string, problems: Problems<'validation_failed'>): string {
  const prefixes = ['svc_whsec_', `${formerBrand.toLowerCase()}_whsec_`];
  if (prefixes.some((prefix) => secret.startsWith(prefix))) return secret;
  throw fieldRefusal('secret', `must begin with ${prefixes.join(' or ')}`, 'secret', problems);
}

/** The displayed part of a secret: its prefix and four characters. */
export function displayedSecretPrefix(secret: string): string {
  const mark = 'whsec_';
  return secret.slice(0, secret.indexOf(mark) + mark.length + 4);
}

/** SQL: the rows `sealed`, a ciphertext each, of everything that is encrypted of the endpoint `e`. */
export const sealedOfEndpoint =
  'unnest(array_remove(e.secret_ciphertext || e.earlier_secret_ciphertexts || e.headers_ciphertext, NULL)) AS sealed';

/** SQL: the number of secrets and headers by their first bytes ($1), which identify the encryption key. */
export const secretHeaders = `
  SELECT substr(sealed, 1, $1) AS beginning, count(*) AS count
    FROM webhook_endpoints e CROSS JOIN LATERAL ${sealedOfEndpoint}
   GROUP BY 1`;
