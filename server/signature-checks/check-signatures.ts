import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CheckedBody, CheckedSignature, CheckedTimestamp, SignatureCheck } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';
import { strictBytes } from '../lib/strict-bytes.ts';
import type { ReceivedDelivery } from '../entities/delivery-request.ts';
import { alteredForms, differenceOf, type Altered } from './altered-body.ts';
import { findingsOf } from './signature-findings.ts';
import type { OpenedSecret } from '../delivery/send/signing-keys.ts';

/** A header of signatures, and that of the time which they were made with. */
interface Scheme {
  readonly kind: 'service' | 'standard';
  readonly signature: string;
  readonly timestamp: string;
}

/** The names of the headers that count, in lower case, the first of a kind before the others. */
export interface HeaderNames {
  readonly eventIds: readonly string[];
  readonly schemes: readonly Scheme[];
}

export interface SignaturesToCheck {
  readonly names: HeaderNames;
  readonly received: ReceivedDelivery;
  readonly own: readonly OpenedSecret[];
  /** Of other endpoints, whose signature it may be by mistake. */
  readonly others: readonly OpenedSecret[];
  /** The body that went out, where it is known. */
  readonly sent: string | undefined;
  readonly nowSeconds: number;
}

/** A signature that would explain the mismatch, if it were the received one. */
interface Candidate {
  readonly result: 'fits' | 'fits_other_body' | 'fits_other_timestamp' | 'fits_other_endpoint';
  readonly secret: OpenedSecret;
  readonly difference: Altered['difference'] | null;
  readonly digest: Buffer;
}

const digestBytes = 32;

/** The digests in the first entries of a signature header, as many as receivers read; null for an entry of another form. */
function parse(kind: Scheme['kind'], text: string): (Buffer | null)[] {
  const parts = text.split(kind === 'service' ? ',' : ' ', limits.signatureEntries).map((part) => part.trim());
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const [, value = ''] = (kind === 'service' ? /^v1=(.*)$/i : /^v1,(.*)$/).exec(part) ?? [];
      const digest = kind === 'service' ? strictBytes(value.toLowerCase(), 'hex') : strictBytes(value, 'base64');
      return digest?.length === digestBytes ? digest : null;
    });
}

const wholeSeconds = /^\d{1,15}$/;

/** Makes the candidates of a header step by step, the likeliest first: most deliveries fit at once. */
class SignatureCandidates {
  readonly #scheme: Scheme;
  readonly #eventId: string;
  readonly #seconds: string;
  readonly #of: SignaturesToCheck;
  readonly #altered: readonly Altered[];
  readonly #made = new Map<number, Candidate[]>();

  constructor(scheme: Scheme, eventId: string, seconds: string, of: SignaturesToCheck, altered: readonly Altered[]) {
    this.#scheme = scheme;
    this.#eventId = eventId;
    this.#seconds = seconds;
    this.#of = of;
    this.#altered = altered;
  }

  find(digest: Buffer): Candidate | undefined {
    for (let step = 0; step < 4; step++) {
      const made = this.#made.get(step) ?? this.#make(step);
      this.#made.set(step, made);
      const found = made.find((candidate) => timingSafeEqual(candidate.digest, digest));
      if (found) return found;
    }
    return undefined;
  }

  #make(step: number): Candidate[] {
    const { own, others, received, names } = this.#of;
    const { body } = received;
    if (step === 0) return own.map((secret) => this.#candidate('fits', secret, body, this.#seconds, null));
    if (step === 1) {
      return this.#altered.flatMap(({ text, difference }) =>
        own.map((secret) => this.#candidate('fits_other_body', secret, text, this.#seconds, difference)),
      );
    }
    if (step === 2) {
      const stamps = names.schemes.map(({ timestamp }) => received.headers.get(timestamp)?.trim());
      const other = [...new Set(stamps)].filter((text) => text !== undefined && wholeSeconds.test(text) && text !== this.#seconds);
      return other.flatMap((seconds) => own.map((secret) => this.#candidate('fits_other_timestamp', secret, body, seconds!, null)));
    }
    return others.map((secret) => this.#candidate('fits_other_endpoint', secret, body, this.#seconds, null));
  }

  #candidate(
    result: Candidate['result'],
    secret: OpenedSecret,
    body: string,
    seconds: string,
    difference: Candidate['difference'],
  ): Candidate {
    const isStandard = this.#scheme.kind === 'standard';
    const message = isStandard ? `${this.#eventId}.${seconds}.${body}` : `${seconds}.${body}`;
    const key = isStandard ? secret.keys.standard : secret.keys.service;
    return { result, secret, difference, digest: createHmac('sha256', key).update(message).digest() };
  }
}

function checkTimestamp({ names, received, nowSeconds }: SignaturesToCheck): CheckedTimestamp {
  const header = names.schemes.map(({ timestamp }) => timestamp).find((name) => received.headers.has(name));
  if (header === undefined) return { result: 'missing', header: null, signed_at: null, age_seconds: null };
  const text = received.headers.get(header)!.trim();
  // A number outside of the representable years is treated as malformed.
  if (!wholeSeconds.test(text) || Number(text) > 253_402_300_799) {
    return { result: 'malformed', header, signed_at: null, age_seconds: null };
  }
  const age = Math.round(nowSeconds - Number(text));
  const result = age > limits.signatureAgeSeconds ? 'too_old' : age < -limits.signatureAgeSeconds ? 'in_future' : 'fits';
  return { result, header, signed_at: new Date(Number(text) * 1_000).toISOString(), age_seconds: age };
}

interface Judged extends CheckedSignature {
  readonly difference: Altered['difference'] | null;
}

function judgeHeader(scheme: Scheme, of: SignaturesToCheck, altered: readonly Altered[]): Judged[] {
  const { headers } = of.received;
  const text = headers.get(scheme.signature);
  if (text === undefined) return [];
  const seconds = headers.get(scheme.timestamp)?.trim() ?? '';
  const eventId = headers.get(of.names.eventIds[0]!)?.trim() ?? '';
  const isComparable = seconds !== '' && (scheme.kind === 'service' || eventId !== '');
  const candidates = new SignatureCandidates(scheme, eventId, seconds, of, altered);
  return parse(scheme.kind, text).map((digest, index): Judged => {
    const place = { header: scheme.signature, position: index + 1 };
    const nobody = { secret_prefix: null, endpoint_id: null, difference: null };
    if (!digest || !isComparable) return { ...place, ...nobody, result: 'malformed' };
    const found = candidates.find(digest);
    if (!found) return { ...place, ...nobody, result: 'wrong' };
    const { result, secret, difference } = found;
    return { ...place, result, secret_prefix: secret.prefix, endpoint_id: secret.endpointId, difference };
  });
}

function checkBody({ received, sent }: SignaturesToCheck, judged: readonly Judged[]): CheckedBody {
  const { body } = received;
  const byte_count = Buffer.byteLength(body);
  const isSigned = judged.some(({ result }) => result !== 'fits_other_body' && result !== 'wrong' && result !== 'malformed');
  if (isSigned || body === sent) return { result: 'fits', difference: null, byte_count };
  const difference = judged.find((signature) => signature.difference !== null)?.difference;
  if (difference) return { result: 'changed', difference, byte_count };
  if (body === '') return { result: 'changed', difference: 'empty', byte_count };
  if (sent !== undefined) return { result: 'changed', difference: differenceOf(body, sent), byte_count };
  return { result: 'unknown', difference: null, byte_count };
}

/**
 * Compares every signature with what the endpoint's secrets make of body and timestamp and, where none fits, with what they make of
 * what programs often do to them. Digests are compared in constant time, and none is shown.
 */
export function checkSignatures(of: SignaturesToCheck): SignatureCheck {
  const { received, sent } = of;
  const altered = alteredForms(received.body, sent);
  const judged = of.names.schemes.flatMap((scheme) => judgeHeader(scheme, of, altered));
  const timestamp = checkTimestamp(of);
  const body = checkBody(of, judged);
  const signatures = judged.map(({ difference: _, ...signature }) => signature);
  return {
    verified: signatures.some(({ result }) => result === 'fits'),
    timestamp,
    body,
    signatures,
    findings: findingsOf({ timestamp, body, signatures, isKnown: sent !== undefined }),
  };
}
