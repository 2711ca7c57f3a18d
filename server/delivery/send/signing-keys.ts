import { createSecretKey, type KeyObject } from 'node:crypto';
import { displayedSecretPrefix, placeOfSecrets, type SecretOpener } from '../../entities/signing-secret.ts';

/** The keys of a signing secret, for our own signature and that of Standard Webhooks. */
export interface SigningKeys {
  readonly service: KeyObject;
  readonly standard: KeyObject;
}

/** An endpoint with its encrypted secrets. */
export interface SealedSecrets {
  readonly agency_id: string;
  readonly endpoint_id: string;
  /** The value of `liveSecretsSql`. */
  readonly secrets: string;
}

const maxCached = 20_000;

/** The part of a secret that is the key of Standard Webhooks, after `whsec_`. */
function standardPart(secret: string): string {
  return secret.slice(secret.indexOf('whsec_') + 'whsec_'.length);
}

export function keysOf(secret: string): SigningKeys {
  return { service: createSecretKey(secret, 'utf8'), standard: createSecretKey(standardPart(secret), 'base64') };
}

export interface OpenedSecret {
  readonly endpointId: string;
  /** The part that may be shown. */
  readonly prefix: string;
  readonly keys: SigningKeys;
}

/** Decrypts the secrets of an endpoint, in their order. */
export function openSecrets(opener: SecretOpener, { agency_id, endpoint_id, secrets }: SealedSecrets): OpenedSecret[] {
  const place = placeOfSecrets(agency_id, endpoint_id);
  return secrets.split(',').map((sealed) => {
    const secret = opener.decrypt(Buffer.from(sealed, 'base64'), place);
    return { endpointId: endpoint_id, prefix: displayedSecretPrefix(secret), keys: keysOf(secret) };
  });
}

/** Caches the decrypted keys of endpoints until their secrets change. */
export class SigningKeyCache {
  readonly #opener: SecretOpener;
  readonly #entries = new Map<string, { readonly secrets: string; readonly agencyId: string; readonly keys: readonly SigningKeys[] }>();

  constructor(opener: SecretOpener) {
    this.#opener = opener;
  }

  /** The keys of an endpoint's secrets, in their order. Throws if they cannot be decrypted. */
  get({ agency_id: agencyId, endpoint_id: endpointId, secrets }: SealedSecrets): readonly SigningKeys[] {
    const known = this.#entries.get(endpointId);
    if (known && known.secrets === secrets && known.agencyId === agencyId) return known.keys;
    const keys = openSecrets(this.#opener, { agency_id: agencyId, endpoint_id: endpointId, secrets }).map((opened) => opened.keys);
    if (this.#entries.size >= maxCached) this.#entries.clear();
    this.#entries.set(endpointId, { secrets, agencyId, keys });
    return keys;
  }
}
