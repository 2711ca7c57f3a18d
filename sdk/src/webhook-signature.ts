import { limits } from './generated/limits.ts';

/** Bytes that WebCrypto accepts: not shared with another thread. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** The signed message of a delivery, and its signatures. */
export interface SignedDelivery {
  /** The key of the secret: `service` is the whole text, `standard` the bytes after `whsec_`. */
  readonly scheme: 'service' | 'standard';
  /** Unix time of the signature in seconds, as in the header. */
  readonly timestamp: string;
  /** The bytes under the signature. */
  readonly message: Bytes;
  /** The signatures of a known version; one per secret that is valid at the moment. */
  readonly signatures: readonly Bytes[];
}

const text = new TextEncoder();

/** A secret as it is shown: a prefix of words, and 24 bytes in base64. A text with several secrets does not match, however they are separated. */
const secretForm = /^(?:[\w.-]+_)?whsec_([A-Za-z0-9+/_-]{32})$/;

/** The key of a secret under a scheme, or `null` for what is not a secret. */
export function signingKey(secret: unknown, scheme: SignedDelivery['scheme']): Bytes | null {
  const found = typeof secret === 'string' && secretForm.exec(secret);
  return found ? (scheme === 'service' ? text.encode(found[0]) : bytesOfBase64(found[1]!)) : null;
}

/** Compares the signatures of a delivery with one HMAC of the key. */
export async function isSignedWith({ signatures, message }: SignedDelivery, key: Bytes): Promise<boolean> {
  const expected = await hmacOf(key, message);
  return signatures.filter((signature) => areEqual(expected, signature)).length > 0;
}

/** The HMAC-SHA256 of a message. */
export async function hmacOf(key: Bytes, message: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message));
}

/** Compares in constant time, so that the duration reveals nothing about the expected signature. */
function areEqual(expected: Bytes, signature: Bytes): boolean {
  if (signature.length !== expected.length) return false;
  return expected.reduce((difference, byte, index) => difference | (byte ^ signature[index]!), 0) === 0;
}

/**
 * Parses a signature header. The service signs `{timestamp}.{body}` as `v1=<hex>,v1=<hex>`; Standard Webhooks signs
 * `{id}.{timestamp}.{body}` as `v1,<base64> v1,<base64>`. Only the first entries are read, because a header may have thousands.
 */
export function signedDelivery(
  scheme: SignedDelivery['scheme'],
  id: string,
  timestamp: string,
  body: Bytes,
  header: string,
): SignedDelivery {
  const isOwn = scheme === 'service';
  const entries = header.split(isOwn ? ',' : ' ', limits.signatureEntries).map((entry) => entry.trim());
  return {
    scheme,
    timestamp,
    message: messageOf(isOwn ? `${timestamp}.` : `${id}.${timestamp}.`, body),
    signatures: entries.flatMap((entry) =>
      entry.startsWith(isOwn ? 'v1=' : 'v1,') ? ((isOwn ? bytesOfHex : bytesOfBase64)(entry.slice(3)) ?? []) : [],
    ),
  };
}

function bytesOfHex(hex: string): Bytes | null {
  if (!/^([0-9a-f]{2})+$/i.test(hex)) return null;
  return Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16));
}

export function bytesOfBase64(base64: string): Bytes | null {
  try {
    const binary = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
    return binary === '' ? null : Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function messageOf(prefix: string, body: Bytes): Bytes {
  const first = text.encode(prefix);
  const whole = new Uint8Array(first.length + body.length);
  whole.set(first);
  whole.set(body, first.length);
  return whole;
}
