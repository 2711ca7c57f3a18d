import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CheckedBody, CheckedSignature, CheckedTimestamp, SignatureCheck } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';
import { strictBytes } from '../lib/strict-bytes.ts';
import type { ReceivedDelivery } from '../entities/delivery-request.ts';
import { alteredForms, differenceOf, type Altered } from './altered-body.ts';
import { findingsOf } from './signature-findings.ts';
import type { OpenedSecret } from '../delivery/send/signing-keys.ts';

/** A header of signatures, and the header of their timestamp. */
interface Scheme {
  readonly kind: 'service' | 'standard';
  readonly signature: string;
  readonly timestamp: string;
}

/** Names of headers in lower case, by precedence. */
export interface HeaderNames {
  readonly eventIds: readonly string[];
  readonly schemes: readonly Scheme[];
}

export interface SignaturesToCheck {
  readonly names: HeaderNames;
  readonly received: ReceivedDelivery;
  readonly own: readonly OpenedSecret[];
  /** Of other endpoints, to which the delivery may belong. */
  readonly others: readonly OpenedSecret[];
  /** The body that was sent, if it is known. */
  readonly sent: string | undefined;
  readonly nowSeconds: number;
}

/** A signature that explains the received one if both are equal. */
interface Candidate {
  readonly result: 'fits' | 'fits_other_body' | 'fits_other_timestamp' | 'fits_other_endpoint';
  readonly secret: OpenedSecret;
  readonly difference: Altered['difference'] | null;
  readonly digest: Buffer;
}

const digestBytes = 32;

/** The digests in the entries of a signature header, as many as receivers read; null for a malformed entry. */
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

/** The signatures that would explain a header, the likeliest first, because most deliveries match the first ones. */
function* candidatesOf(
  { kind }: Scheme,
  eventId: string,
  seconds: string,
  { own, others, received, names }: SignaturesToCheck,
  altered: readonly Altered[],
): Generator<Candidate, undefined> {
  const { body, headers } = received;
  const isStandard = kind === 'standard';
  const candidate = (result: Candidate['result'], secret: OpenedSecret, changed: { body?: string; seconds?: string } = {}) => {
    const message = `${changed.seconds ?? seconds}.${changed.body ?? body}`;
    const hmac = createHmac('sha256', isStandard ? secret.keys.standard : secret.keys.service);
    return { result, secret, difference: null, digest: hmac.update(isStandard ? `${eventId}.${message}` : message).digest() };
  };
  for (const secret of own) yield candidate('fits', secret);
  for (const { text, difference } of altered) {
    for (const secret of own) yield { ...candidate('fits_other_body', secret, { body: text }), difference };
  }
  for (const other of new Set(names.schemes.map(({ timestamp }) => headers.get(timestamp)?.trim()))) {
    if (other === undefined || !wholeSeconds.test(other) || other === seconds) continue;
    for (const secret of own) yield candidate('fits_other_timestamp', secret, { seconds: other });
  }
  for (const secret of others) yield candidate('fits_other_endpoint', secret);
}

/** Finds the candidate with a digest. Each candidate is computed once, and only if the previous ones do not match. */
function candidateFinder(candidates: Generator<Candidate, undefined>): (digest: Buffer) => Candidate | undefined {
  const made: Candidate[] = [];
  return (digest) => {
    for (let index = 0; ; index++) {
      const candidate = made[index] ?? candidates.next().value;
      if (!candidate) return undefined;
      made[index] = candidate;
      if (timingSafeEqual(candidate.digest, digest)) return candidate;
    }
  };
}

function checkTimestamp({ names, received, nowSeconds }: SignaturesToCheck): CheckedTimestamp {
  const header = names.schemes.map(({ timestamp }) => timestamp).find((name) => received.headers.has(name));
  if (header === undefined) return { result: 'missing', header: null, signed_at: null, age_seconds: null };
  const text = received.headers.get(header)!.trim();
  // Later timestamps are beyond the year 9999.
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
  const find = candidateFinder(candidatesOf(scheme, eventId, seconds, of, altered));
  return parse(scheme.kind, text).map((digest, index): Judged => {
    const place = { header: scheme.signature, position: index + 1 };
    const unknown = { secret_prefix: null, endpoint_id: null, difference: null };
    if (!digest || !isComparable) return { ...place, ...unknown, result: 'malformed' };
    const found = find(digest);
    if (!found) return { ...place, ...unknown, result: 'wrong' };
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
 * Compares every signature with those of the endpoint's secrets for body and timestamp. If none matches, also for common alterations of
 * both. Digests are compared in constant time, and none is shown.
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
