import type { CheckedBody, CheckedSignature, CheckedTimestamp } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';

interface Checked {
  readonly timestamp: CheckedTimestamp;
  readonly body: CheckedBody;
  readonly signatures: readonly CheckedSignature[];
  /** What went out is known. */
  readonly isKnown: boolean;
}

const ofDifference: Readonly<Record<NonNullable<CheckedBody['difference']>, string>> = {
  empty: 'The body is empty: something read it before it was compared. Keep the bytes of the request before anything else reads them.',
  byte_order_mark: 'A byte order mark stands before the body. Compare the bytes as they were received.',
  surrounding_whitespace:
    'Blanks or line breaks stand around the body. Compare the bytes as they were received, not a text that was printed or pasted.',
  encoding: 'The UTF-8 of the body was read as Latin-1. Compare the bytes as they were received, or read them as UTF-8.',
  formatting:
    'The body was parsed and written anew before it was compared. Compare the bytes as they were received, before anything parses them.',
  other: 'The body says something else than what was signed: it is another delivery’s, or was cut short or changed on its way.',
};

function ofTimestamp({ result, header, age_seconds }: CheckedTimestamp): string[] {
  switch (result) {
    case 'missing':
      return [
        'No header has the timestamp. Pass Service-Signature-Timestamp or, of Standard Webhooks, webhook-timestamp as it was received.',
      ];
    case 'malformed':
      return [`${header} is no whole number of seconds since 1970. Pass it as it was received.`];
    case 'too_old':
      return [
        `The timestamp is ${age_seconds} seconds old. Verification refuses what is older than ${limits.signatureAgeSeconds} seconds: that is right for a delivery of before; for a new one compare the clock of your machine.`,
      ];
    case 'in_future':
      return [`The timestamp is ${-age_seconds!} seconds in the future. The clock of your machine is late.`];
    default:
      return [];
  }
}

function ofSignatures({ signatures, body, isKnown }: Checked): string[] {
  if (signatures.length === 0) {
    return ['No header has a signature. Pass Service-Signature or webhook-signature as it was received; a proxy may have dropped it.'];
  }
  const has = (wanted: CheckedSignature['result']) => signatures.find(({ result }) => result === wanted);
  if (has('fits')) return [];
  const otherTimestamp = has('fits_other_timestamp');
  const otherEndpoint = has('fits_other_endpoint');
  return [
    ...(body.result === 'changed' ? [ofDifference[body.difference!]] : []),
    ...(otherTimestamp
      ? [`${otherTimestamp.header} was made with the timestamp of another header. Take the timestamp that belongs to the signature.`]
      : []),
    ...(otherEndpoint
      ? [
          `The secret of the endpoint ${otherEndpoint.endpoint_id} made the signature. Use the secret of that endpoint for what it receives.`,
        ]
      : []),
    ...(has('malformed')
      ? [
          'A signature cannot be read: service-signature holds v1= and 64 hexadecimal digits, webhook-signature v1, and base64, and needs webhook-id and its timestamp.',
        ]
      : []),
    ...(has('wrong') && body.result === 'fits' && !otherTimestamp && !otherEndpoint
      ? [
          'The body is what was sent, and no secret that signs now made the signature: the secret was rotated since, or the signature or its timestamp was changed.',
        ]
      : []),
    ...(has('wrong') && body.result === 'unknown'
      ? [
          isKnown
            ? 'No secret of the endpoint made the signature.'
            : 'No secret of the endpoint made the signature: the body or the timestamp was changed, the secret was rotated since, or another endpoint was meant. Pass webhook-id too, so that the body is compared with what was sent.',
        ]
      : []),
  ];
}

/** What is wrong, in sentences, the most likely cause first. */
export function findingsOf(checked: Checked): string[] {
  return [...ofSignatures(checked), ...ofTimestamp(checked.timestamp)];
}
