import { createSecretKey, type KeyObject } from 'node:crypto';
import { placeOfSecrets, type SecretOpener } from '../entities/signing-secret.ts';

/** The keys of one signing secret: of our own signature, and of the Standard Webhooks one. */
export interface SigningKeys {
  readonly service: KeyObject;
  readonly standard: KeyObject;
}

/** An endpoint with the secrets that sign for it. */
export interface SealedSecrets {
  readonly agency_id: string;
  readonly endpoint_id: string;
  /** As `liveSecretsSql` gives them. */
  readonly secrets: string;
}

const maxCached = 20_000;

/** The part of a secret from which Standard Webhooks libraries take the key: what follows `whsec_`. */
function standardPart(secret: string): string {
  return secret.slice(secret.indexOf('whsec_') + 'whsec_'.length);
}

/** The opened secrets of endpoints, until an endpoint's become others: one more, one fewer, another place. */
export class SigningKeyCache {
  readonly #opener: SecretOpener;
  readonly #entries = new Map<string, { readonly secrets: string; readonly agencyId: string; readonly keys: readonly SigningKeys[] }>();

  constructor(opener: SecretOpener) {
    this.#opener = opener;
  }

  /** The keys of an endpoint's secrets, in their order. Throws what the opener throws. */
  get({ agency_id: agencyId, endpoint_id: endpointId, secrets }: SealedSecrets): readonly SigningKeys[] {
    const known = this.#entries.get(endpointId);
    if (known && known.secrets === secrets && known.agencyId === agencyId) return known.keys;
    const place = placeOfSecrets(agencyId, endpointId);
    const keys = secrets.split(',').map((sealed) => this.#open(sealed, place));
    if (this.#entries.size >= maxCached) this.#entries.clear();
    this.#entries.set(endpointId, { secrets, agencyId, keys });
    return keys;
  }

  #open(sealed: string, place: string): SigningKeys {
    const secret = this.#opener.decrypt(Buffer.from(sealed, 'base64'), place);
    return { service: createSecretKey(secret, 'utf8'), standard: createSecretKey(standardPart(secret), 'base64') };
  }
}
