import { limits } from './generated/limits.ts';
import type { WebhookEvent } from './schemas.ts';
import { recognizeEveryCopy, ServiceError } from './service-error.ts';
import { isSignedWith, signedDelivery, signingKey, type Bytes, type SignedDelivery } from './webhook-signature.ts';

type HeaderValue = string | readonly string[] | undefined;

/**
 * The headers of a received request: a `Headers` object, a `Map`, a list of pairs, or a plain record such as Node's
 * `request.headers`. Names in any case.
 */
export type WebhookHeaders =
  { get(name: string): string | null } | Iterable<readonly [string, HeaderValue]> | Readonly<Record<string, HeaderValue>>;

/** Settings of {@link verifyWebhook}. */
export interface VerifyWebhookOptions {
  /** How far the signature's time may be from now, in seconds, in both directions. 300 by default. */
  toleranceSeconds?: number;
  /** The instant to which the signature's time is compared. Now by default; set it to check a captured delivery. */
  now?: Date;
  /** The service's former name, such as `Legacy`: `Legacy-Signature` is then read if `Service-Signature` is absent. */
  formerBrand?: string;
}

/**
 * Why a delivery was refused:
 * - `missing_header`: no signature or no timestamp in the headers;
 * - `invalid_timestamp`: the timestamp is not a whole number of seconds;
 * - `timestamp_too_old`, `timestamp_too_new`: further than the tolerance from now (a replayed request, or a wrong clock);
 * - `unsupported_signature`: no signature of version `v1` in the header;
 * - `invalid_secret`: a secret is missing or does not have the form that was shown at creation;
 * - `signature_mismatch`: no secret made any of the signatures (another secret, or a body that was changed on its way);
 * - `raw_body_required`: the body is not the received text or bytes, but for example an object that was parsed before;
 * - `invalid_body`: the signature is right, but the body is not an event.
 */
export type WebhookVerificationReason =
  | 'missing_header'
  | 'invalid_timestamp'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'unsupported_signature'
  | 'invalid_secret'
  | 'signature_mismatch'
  | 'raw_body_required'
  | 'invalid_body';

/** Thrown by {@link verifyWebhook} for a delivery that you must not trust. Respond with 400. */
export class WebhookVerificationError extends ServiceError {
  static {
    recognizeEveryCopy(this, 'WebhookVerificationError');
  }

  override readonly name = 'WebhookVerificationError';
  override readonly kind = 'webhook_verification';
  /** The reason, for programs. */
  readonly reason: WebhookVerificationReason;

  constructor(reason: WebhookVerificationReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Checks that a delivery was signed by the service with your secret, a short time ago, and returns its event.
 *
 * Works on every runtime with WebCrypto: Node 20, browsers, edge runtimes. Reads the `Service-*` headers, otherwise those under the
 * former name (`formerBrand`), otherwise the Standard Webhooks headers (`webhook-*`).
 *
 * @typeParam Version The version that the endpoint is pinned to, by its name or its date: the event has its types. By default the newest.
 * @param rawBody The body as received: text or bytes, before any parsing.
 * @param headers The request's headers; names in any case.
 * @param secret The endpoint's signing secret with its prefix; several during a rotation.
 * @returns The event, discriminated by `type`. Types may be added to the service at any time: write a `default` branch.
 *   The same event may arrive twice: deduplicate by its `id`.
 * @throws {WebhookVerificationError} with a `reason` if you must not trust the delivery.
 * @example
 * const event = await verifyWebhook(await request.text(), request.headers, secret);
 * if (event.type === 'order.created') console.log(event.data.amount_cents);
 */
export async function verifyWebhook<Version extends string = string>(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyWebhookOptions = {},
): Promise<WebhookEvent<Version>> {
  const body = bytesOfBody(rawBody);
  const delivery = readDelivery(body, headers, options.formerBrand);
  checkTime(delivery.timestamp, options);
  if (delivery.signatures.length === 0) {
    throw new WebhookVerificationError('unsupported_signature', 'The signature has no part of version v1.');
  }
  if (!(await isSignedByOneOf(delivery, Array.isArray(secret) ? secret : [secret]))) {
    throw new WebhookVerificationError(
      'signature_mismatch',
      'No signature matches. Use the secret of this endpoint, and the body as received.',
    );
  }
  return parseEvent<Version>(body);
}

function bytesOfBody(rawBody: unknown): Bytes {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody);
  // Includes buffers of another realm, as in test runners.
  if (Object.prototype.toString.call(rawBody) === '[object ArrayBuffer]') return new Uint8Array(rawBody as ArrayBuffer);
  if (ArrayBuffer.isView(rawBody)) {
    return new Uint8Array(new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength));
  }
  throw new WebhookVerificationError('raw_body_required', 'The body must be the text or bytes as received. Read it before a parser does.');
}

function readDelivery(body: Bytes, headers: WebhookHeaders, formerBrand: string | undefined): SignedDelivery {
  for (const brand of ['Service', ...(formerBrand ? [formerBrand] : [])]) {
    const signature = headerOf(headers, `${brand}-Signature`);
    if (signature !== null) return signedDelivery('service', '', required(headers, `${brand}-Signature-Timestamp`), body, signature);
  }
  const signature = required(headers, 'webhook-signature', 'Service-Signature');
  return signedDelivery('standard', required(headers, 'webhook-id'), required(headers, 'webhook-timestamp'), body, signature);
}

function required(headers: WebhookHeaders, name: string, shown = name): string {
  const value = headerOf(headers, name);
  if (value === null) throw new WebhookVerificationError('missing_header', `The header ${shown} is missing.`);
  return value;
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  const wanted = name.toLowerCase();
  const found = [...pairsOf(headers, name)].flatMap(([key, value]) => (key.toLowerCase() === wanted ? (value ?? []) : []));
  return found.length === 0 ? null : found.join(',');
}

/** The pairs of names and values. A `get` method returns only the given name. */
function pairsOf(headers: WebhookHeaders, name: string): Iterable<readonly [string, HeaderValue]> {
  const given = Object(headers) as object;
  if (Symbol.iterator in given) return given as Iterable<readonly [string, HeaderValue]>;
  return 'get' in given && typeof given.get === 'function' ? [[name, (given as Headers).get(name) ?? undefined]] : Object.entries(given);
}

function checkTime(timestamp: string, { toleranceSeconds = limits.signatureAgeSeconds, now = new Date() }: VerifyWebhookOptions): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('invalid_timestamp', 'The timestamp is not a number of seconds.');
  }
  const ageSeconds = Math.trunc(now.getTime() / 1000) - Number(timestamp);
  if (Math.abs(ageSeconds) <= toleranceSeconds) return;
  throw new WebhookVerificationError(
    ageSeconds > 0 ? 'timestamp_too_old' : 'timestamp_too_new',
    `The timestamp is ${Math.abs(ageSeconds)} s away from this clock; ${toleranceSeconds} s are accepted.`,
  );
}

async function isSignedByOneOf(delivery: SignedDelivery, secrets: readonly unknown[]): Promise<boolean> {
  const keys = secrets.flatMap((secret) => signingKey(secret, delivery.scheme) ?? []);
  if (keys.length === 0 || keys.length < secrets.length) {
    throw new WebhookVerificationError(
      'invalid_secret',
      'A secret is svc_whsec_ and 32 characters, as shown at its creation. Pass several as a list.',
    );
  }
  return (await Promise.all(keys.map((key) => isSignedWith(delivery, key)))).includes(true);
}

function parseEvent<Version extends string>(body: Bytes): WebhookEvent<Version> {
  try {
    const event = JSON.parse(new TextDecoder().decode(body)) as WebhookEvent<Version>;
    if (typeof event.id === 'string' && typeof event.type === 'string') return event;
  } catch {
    // Not JSON, or null.
  }
  throw new WebhookVerificationError('invalid_body', 'The body is not an event with an id and a type.');
}
