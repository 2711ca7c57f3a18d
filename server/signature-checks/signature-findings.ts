import type { CheckedBody, CheckedSignature, CheckedTimestamp } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';

interface Checked {
  readonly timestamp: CheckedTimestamp;
  readonly body: CheckedBody;
  readonly signatures: readonly CheckedSignature[];
  /** Whether the sent body is known. */
  readonly isKnown: boolean;
}

const ofDifference: Readonly<Record<NonNullable<CheckedBody['difference']>, string>> = {
  empty: 'The body is empty: something read it before it was verified. Save the bytes of the request before anything else reads them.',
  byte_order_mark: 'The body begins with a byte order mark. Verify the bytes as they were received.',
  surrounding_whitespace:
    'The body has extra whitespace or line breaks around it. Verify the bytes as they were received, not text that was printed or pasted.',
  encoding: 'The UTF-8 body was decoded as Latin-1. Verify the bytes as they were received, or decode them as UTF-8.',
  formatting:
    'The body was parsed and serialized again before it was verified. Verify the bytes as they were received, before anything parses them.',
  other: 'The body differs from the one that was signed: it belongs to another delivery, or was truncated or changed on the way.',
};

function ofTimestamp({ result, header, age_seconds }: CheckedTimestamp): string[] {
  switch (result) {
    case 'missing':
      return [
        'The timestamp is missing. Pass the header Service-Signature-Timestamp, or webhook-timestamp of Standard Webhooks, as it was received.',
      ];
    case 'malformed':
      return [`${header} must be a whole number of seconds since 1970. Pass it as it was received.`];
    case 'too_old':
      return [
        `The timestamp is ${age_seconds} seconds old, and verification accepts at most ${limits.signatureAgeSeconds} seconds. This is expected for an old delivery; for a new one, check the clock of your machine.`,
      ];
    case 'in_future':
      return [`The timestamp is ${-age_seconds!} seconds in the future. Check the clock of your machine: it is behind.`];
    default:
      return [];
  }
}

function ofSignatures({ signatures, body, isKnown }: Checked): string[] {
  if (signatures.length === 0) {
    return [
      'The signature is missing. Pass the header Service-Signature or webhook-signature as it was received; a proxy may have removed it.',
    ];
  }
  const has = (wanted: CheckedSignature['result']) => signatures.find(({ result }) => result === wanted);
  if (has('fits')) return [];
  const otherTimestamp = has('fits_other_timestamp');
  const otherEndpoint = has('fits_other_endpoint');
  return [
    ...(body.result === 'changed' ? [ofDifference[body.difference!]] : []),
    ...(otherTimestamp
      ? [`${otherTimestamp.header} was made with the timestamp of another header. Use the timestamp that belongs to the signature.`]
      : []),
    ...(otherEndpoint
      ? [
          `The signature was made with the secret of endpoint ${otherEndpoint.endpoint_id}. Verify deliveries to that endpoint with its own secret.`,
        ]
      : []),
    ...(has('malformed')
      ? [
          'A signature is malformed. service-signature is v1= and 64 hexadecimal digits; webhook-signature is v1, and base64, and needs webhook-id and webhook-timestamp.',
        ]
      : []),
    ...(has('wrong') && body.result === 'fits' && !otherTimestamp && !otherEndpoint
      ? [
          'The body is correct, but none of the current secrets made the signature: the secret was rotated, or the signature or its timestamp was changed.',
        ]
      : []),
    ...(has('wrong') && body.result === 'unknown'
      ? [
          isKnown
            ? 'The signature was not made with a secret of this endpoint.'
            : 'The signature was not made with a secret of this endpoint: the body or timestamp was changed, the secret was rotated, or the delivery was for another endpoint. Pass webhook-id too, to compare the body with the one that was sent.',
        ]
      : []),
  ];
}

/** Explains a failed verification, the most likely cause first. */
export function findingsOf(checked: Checked): string[] {
  return [...ofSignatures(checked), ...ofTimestamp(checked.timestamp)];
}
