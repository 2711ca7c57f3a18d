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
  const found = typeof secret === 'string' && secretForm.exec(secret);
  return found ? (scheme === 'service' ? text.encode(found[0]) : bytesOfBase64(found[1]!)) : null;
}

/**
 * Whether one of the delivery's signatures was made with the key. `subtle.verify` compares in constant time, so that
 * the time of a refusal reveals nothing about the expected signature.
 */
export async function isSignedWith(delivery: SignedDelivery, key: Bytes): Promise<boolean> {
  const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const outcomes = await Promise.all(
    delivery.signatures.map((signature) => crypto.subtle.verify('HMAC', hmac, signature, delivery.message)),
  );
  return outcomes.includes(true);
}

/**
 * What came under a signature. The message of the service's own headers is `{timestamp}.{body}`, with signatures such as
 * `v1=<hex>,v1=<hex>`; that of Standard Webhooks is `{id}.{timestamp}.{body}`, with signatures such as `v1,<base64> v1,<base64>`.
 */
export function signedDelivery(
  scheme: SignedDelivery['scheme'],
  id: string,
  timestamp: string,
  body: Bytes,
  header: string,
): SignedDelivery {
  const isOwn = scheme === 'service';
  const entries = header.split(isOwn ? ',' : ' ').map((entry) => entry.trim());
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
