/** Bytes that WebCrypto accepts: not shared with another thread. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** How a delivery was signed: what was signed, and the signatures that came with it. */
export interface SignedDelivery {
  /** Which of a secret's two keys signs: the whole secret as text, or the bytes behind `whsec_`. */
  readonly scheme: 'service' | 'standard';
  /** Unix time in seconds of the signature, as it stands in the header. */
  readonly timestamp: string;
  /** The bytes under the signature. */
  readonly message: Bytes;
  /** Every signature of a known version; one per secret that is valid at the moment. */
  readonly signatures: readonly Bytes[];
}

const text = new TextEncoder();

/** A secret as it is shown: a prefix, and 24 bytes in base64. */
const secretForm = /^(?:[!-~]+_)?whsec_([A-Za-z0-9+/_-]{32})$/;

/** The key of a secret under a scheme, or `null` for what is not a secret. */
export function signingKey(secret: unknown, scheme: SignedDelivery['scheme']): Bytes | null {
  const [whole, inBase64] = (typeof secret === 'string' && secretForm.exec(secret)) || [];
  if (whole === undefined || inBase64 === undefined) return null;
  return scheme === 'service' ? text.encode(whole) : bytesOfBase64(inBase64);
}

/**
 * Whether one of the delivery's signatures was made with the key. `subtle.verify` compares in constant time, so that
 * the time of a refusal tells nothing about the expected signature.
 */
export async function isSignedWith(delivery: SignedDelivery, key: Bytes): Promise<boolean> {
  const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const outcomes = await Promise.all(
    delivery.signatures.map((signature) => crypto.subtle.verify('HMAC', hmac, signature, delivery.message)),
  );
  return outcomes.includes(true);
}

/** `{timestamp}.{body}` and signatures such as `v1=<hex>,v1=<hex>`. */
export function serviceDelivery(body: Bytes, timestamp: string, header: string): SignedDelivery {
  return {
    scheme: 'service',
    timestamp,
    message: join(text.encode(`${timestamp}.`), body),
    signatures: signaturesOf(header.split(','), 'v1=', bytesOfHex),
  };
}

/** Standard Webhooks: `{id}.{timestamp}.{body}` and signatures such as `v1,<base64> v1,<base64>`. */
export function standardDelivery(body: Bytes, id: string, timestamp: string, header: string): SignedDelivery {
  return {
    scheme: 'standard',
    timestamp,
    message: join(text.encode(`${id}.${timestamp}.`), body),
    signatures: signaturesOf(header.split(' '), 'v1,', bytesOfBase64),
  };
}

function signaturesOf(entries: string[], version: string, decode: (entry: string) => Bytes | null): Bytes[] {
  return entries
    .map((entry) => entry.trim())
    .filter((entry) => entry.startsWith(version))
    .map((entry) => decode(entry.slice(version.length)))
    .filter((bytes) => bytes !== null);
}

function bytesOfHex(hex: string): Bytes | null {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(hex)) return null;
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));
}

function bytesOfBase64(base64: string): Bytes | null {
  try {
    const binary = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
    return binary === '' ? null : Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function join(first: Uint8Array, second: Uint8Array): Bytes {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
