import { verifyWebhook, WebhookVerificationError, type Schemas } from '@agency-service/sdk';
import type { CapturedDelivery } from '../captured-delivery.ts';
import { failed, findingsOf, notice, ok, warning, type Checks, type Finding } from './finding.ts';

/** A captured delivery, and what is known about it. */
interface CaptureFacts {
  /** Seconds from its timestamp to now; null where it is missing or not a number. */
  readonly ageSeconds: number | null;
  /** Why it does not verify, regardless of its time; null if it does. */
  readonly refusal: WebhookVerificationError | null;
  /** How the body was changed, if what it was before verifies. */
  readonly change: string | null;
  /** The comparison of the service; null if it was not possible. */
  readonly check: Schemas['SignatureCheck'] | null;
}

const toleranceSeconds = 300;

const captureChecks: Checks<CaptureFacts> = {
  'capture headers': ({ refusal }) => {
    if (refusal === null || !['missing_header', 'invalid_timestamp', 'unsupported_signature'].includes(refusal.reason))
      return ok('The headers of a signature are there.');
    return failed(refusal.message, 'Let proxies pass every header, and capture the whole request.');
  },
  'capture time': ({ ageSeconds }) => {
    if (ageSeconds === null) return null;
    if (ageSeconds < -toleranceSeconds) {
      return failed(`The timestamp is ${-ageSeconds} s in the future.`, 'Synchronize the clock of this machine with NTP.');
    }
    if (ageSeconds <= toleranceSeconds) return ok(`The timestamp is ${ageSeconds} s old.`);
    return notice(
      `The timestamp is ${ageSeconds} s old. A receiver refuses it after ${toleranceSeconds} s.`,
      'If it was this old on arrival, synchronize the clock of the receiver, and verify before events wait in a queue.',
    );
  },
  'capture secret': ({ refusal, change, check }) => {
    if (refusal === null) return ok('The secret made the signature.');
    if (refusal.reason === 'invalid_secret')
      return failed(refusal.message, 'Use the whole secret, as it was shown: svc_whsec_ and 32 characters.');
    if (refusal.reason !== 'signature_mismatch' || change !== null) return null;
    const other = check?.signatures.find(({ result }) => result === 'fits' || result === 'fits_other_endpoint');
    if (other !== undefined) {
      const whose = other.result === 'fits' ? 'this endpoint' : `the endpoint ${other.endpoint_id}`;
      return failed(
        `The signature is of another secret: ${other.secret_prefix}… of ${whose}.`,
        'Give the receiver this secret, or rotate it: svc webhooks rotate-secret.',
      );
    }
    if (check?.body.result === 'changed') return null;
    return failed(
      'The signature is of another secret, or the content of the body was changed.',
      'Compare the beginning of the secret with secret_prefix of svc webhooks list.',
    );
  },
  'capture body': ({ refusal, change, check }) => {
    if (change !== null) {
      return failed(
        `The body was changed after it was signed: ${change}.`,
        'Verify the bytes as they were received, before a framework or a proxy changes them.',
      );
    }
    if (refusal === null) return ok('The body is the one that was signed.');
    if (refusal.reason === 'invalid_body') return warning(refusal.message, 'Capture a delivery of the service.');
    if (check?.body.result !== 'changed') return null;
    return failed(
      check.findings[0] ?? 'The body was changed after it was signed.',
      'Verify the bytes as they were received, before a framework or a proxy changes them.',
    );
  },
};

/** The findings about a captured delivery. `compare` asks the service, and is called if the secret does not fit. */
export async function checkCapture(
  capture: CapturedDelivery,
  secrets: readonly string[],
  compare: () => Promise<Schemas['SignatureCheck'] | null>,
): Promise<Finding[]> {
  const refusal = await refusalOf(capture, secrets, capture.body);
  const isMismatch = refusal?.reason === 'signature_mismatch';
  const change = isMismatch ? await changeOf(capture, secrets) : null;
  const check = isMismatch && change === null ? await compare() : null;
  return findingsOf(captureChecks, { ageSeconds: ageOf(capture), refusal, change, check });
}

async function refusalOf(
  { headers }: CapturedDelivery,
  secrets: readonly string[],
  body: Uint8Array,
): Promise<WebhookVerificationError | null> {
  try {
    await verifyWebhook(body, headers, secrets, { toleranceSeconds: Number.POSITIVE_INFINITY });
    return null;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error;
    throw error;
  }
}

function ageOf({ headers }: CapturedDelivery): number | null {
  const names = ['service-signature-timestamp', 'webhook-timestamp'];
  const text = Object.entries(headers).find(([name]) => names.includes(name.toLowerCase()))?.[1] ?? '';
  return /^\d{1,12}$/.test(text) ? Math.trunc(Date.now() / 1_000) - Number(text) : null;
}

/** What programs on the way do to a body, each with its reversal. */
const reversals: Readonly<Record<string, (text: string) => string>> = {
  'a byte order mark was added': (text) => text.replace(/^\ufeff/, ''),
  'blanks or line breaks were added around it': (text) => text.trim(),
  'its UTF-8 was read as Latin-1': (text) => Buffer.from(text, 'latin1').toString('utf8'),
  'it was parsed and written again as JSON': (text) => JSON.stringify(JSON.parse(text)),
};

async function changeOf(capture: CapturedDelivery, secrets: readonly string[]): Promise<string | null> {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(capture.body);
  for (const [change, reverse] of Object.entries(reversals)) {
    let before: string;
    try {
      before = reverse(text);
    } catch {
      continue;
    }
    if (before !== text && (await refusalOf(capture, secrets, new TextEncoder().encode(before))) === null) return change;
  }
  return null;
}
